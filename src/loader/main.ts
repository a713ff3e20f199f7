// The drop-in script's entry: finds its own tag and makes a chat for it; stands in for the `bellhop` array.

import { document } from '../dom/document.ts';
import type { Chat, Hub, RawOptions } from '../widget/types.ts';
import { createChat } from './chat.ts';
import { secureFile } from './secure-file.ts';

/** Written by the build: the engine's file name, and its SRI hash. */
declare const BELLHOP_ENGINE: string;
declare const BELLHOP_ENGINE_HASH: string;

type Callbacks = ((chat: Chat) => void)[];
const page = window as { bellhop?: Hub | Callbacks; bellhopConfig?: RawOptions };
/** Only what scripts have set: an element with this id answers to the name too, and so does Object.prototype. */
const own = <Name extends keyof typeof page>(name: Name) => Object.hasOwn(page, name) && page[name];

const before = own('bellhop') || [];
/** Several copies of the script share the first one's hub. */
const hub: Hub = !Array.isArray(before)
  ? before
  : {
      chats: { __proto__: null } as unknown as Hub['chats'],
      // A page with one widget need not call it "default".
      get: (name) => (name ? hub.chats[name] : hub.chats.default || Object.values(hub.chats)[0]),
      push(...callbacks) {
        before.push(...callbacks);
        const chat = hub.get();
        if (chat) before.splice(0).map((callback) => callback(chat));
      },
    };
page.bellhop = hub;

// The browser alone knows which tag runs this script: any other that a search would find may be one that doesn't run,
// such as an inert one that somebody has got into the page. Where the script has lost its tag (it was combined with
// others, or made a module), the page says all in `bellhopConfig`.
const tag = document.currentScript as HTMLScriptElement | null;

// Without a prototype: nothing is an option that nobody has given.
const raw: RawOptions = {
  __proto__: null,
  nonce: tag?.nonce,
  ...own('bellhopConfig'),
  ...tag?.dataset,
};
const name = (raw.name as string) || 'default';
const url = new URL(
  `bellhop/${BELLHOP_ENGINE}`,
  new URL(raw.base ? `${raw.base}/` : tag?.src || '', location as unknown as string),
);

const chat = createChat(
  raw,
  name,
  () =>
    secureFile(url, BELLHOP_ENGINE_HASH, raw.nonce).then(
      () => import(/* @vite-ignore */ url as unknown as string),
    ),
  () => delete hub.chats[name],
);

// What is missing may still come: from a script further down, or an element that isn't parsed yet.
const attempt = () => {
  const problem = hub.chats[name] === chat ? chat.configure({}) : 'name';
  if (problem && document.readyState === 'complete') {
    console.error('[bellhop]', `no valid data-${problem}`);
  }
};
hub.chats[name] ||= chat;
hub.push();
attempt();
document.addEventListener('readystatechange', attempt);

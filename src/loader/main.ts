// The drop-in script's entry: finds its own tag and makes a chat for it; stands in for the `bellhop` array.

import type { Chat, Hub, RawOptions } from '../widget/types.ts';
import { createChat } from './chat.ts';
import { secureFile } from './secure-file.ts';

/** Written by the build: the engine's file name, and its SRI hash. */
declare const BELLHOP_ENGINE: string;
declare const BELLHOP_ENGINE_HASH: string;

type Callbacks = ((chat: Chat) => void)[];
const page = window as { bellhop?: Hub | Callbacks; bellhopConfig?: RawOptions };
// Only what scripts have set: an element with this id answers to the name too.
const before = (Object.hasOwn(page, 'bellhop') && page.bellhop) || [];
/** Several copies of the script share the first one's hub. */
const hub: Hub =
  'chats' in before
    ? before
    : {
        chats: {},
        // A page with one widget need not call it "default".
        get: (name) => (name ? hub.chats[name] : hub.chats.default || Object.values(hub.chats)[0]),
        push(...callbacks) {
          before.push(...callbacks);
          const chat = hub.get();
          if (chat) before.splice(0).map((callback) => callback(chat));
        },
      };
page.bellhop = hub;

type Tag = HTMLScriptElement & { bellhop?: Hub };

// Optimisers move, delay, combine and inline scripts; and a page's <img name="currentScript"> hides the real one.
const tag = [document.currentScript, ...document.querySelectorAll('script[data-gateway]')].find(
  (tag) => tag?.localName === 'script' && (tag as Tag).dataset.gateway && !(tag as Tag).bellhop,
) as Tag | undefined;
if (tag) tag.bellhop = hub;

// Copied, which leaves behind what elements with such an id would answer to.
const raw: RawOptions = { nonce: tag?.nonce, ...page.bellhopConfig, ...tag?.dataset };
const name = (raw.name as string) || 'default';
const url = new URL(
  `bellhop/${BELLHOP_ENGINE}`,
  new URL(raw.base ? `${raw.base}/` : tag?.src || '', document.baseURI),
);

const chat = createChat(
  raw,
  name,
  async () => {
    await secureFile(url, BELLHOP_ENGINE_HASH, raw.nonce);
    return import(/* @vite-ignore */ url as unknown as string);
  },
  () => delete hub.chats[name],
);

// What is missing may still come: from a script further down, or an element that isn't parsed yet.
const attempt = () => {
  const problem = hub.chats[name] === chat ? chat.configure({}) : 'name';
  if (problem && document.readyState === 'complete') {
    console.error(`[bellhop] no valid data-${problem}`);
  }
};
hub.chats[name] ||= chat;
hub.push();
attempt();
document.addEventListener('readystatechange', attempt);

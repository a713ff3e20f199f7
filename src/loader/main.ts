// The drop-in script's entry: makes a chat from its own tag, and replaces the `bellhop` array of callbacks by the hub.

import { document } from '../dom/document.ts';
import type { Chat, Hub, RawOptions } from '../widget/types.ts';
import { createChat } from './chat.ts';
import { secureFile } from './secure-file.ts';

/** The build puts these in: the engine's file name, and its SRI hash. */
declare const BELLHOP_ENGINE: string;
declare const BELLHOP_ENGINE_HASH: string;

type Callbacks = ((chat: Chat) => void)[];
const page = window as { bellhop?: Hub | Callbacks; bellhopConfig?: RawOptions };
/** Reads a global only if a script has set it: an element with this id, or Object.prototype, could answer instead. */
const own = <Name extends keyof typeof page>(name: Name) => Object.hasOwn(page, name) && page[name];

const before = own('bellhop') || [];
/**
 * If the page runs several copies of the script, all use the first one's hub. An array is told by what it is, not by what it
 * lacks: a script of the page may have put a member of any name on Object.prototype.
 */
const hub: Hub = Array.isArray(before)
  ? {
      chats: { __proto__: null } as unknown as Hub['chats'],
      // Without a name the first one, which also gets the callbacks of before.
      get: (name) => (name ? hub.chats[name] : Object.values(hub.chats)[0]),
      push(...callbacks) {
        before.push(...callbacks);
        const chat = hub.get();
        if (chat) before.splice(0).map((callback) => callback(chat));
      },
    }
  : before;
page.bellhop = hub;

// Ask the browser which tag runs this script, and don't search the page: a search could find an inert tag that somebody
// has got into it. A script without a tag (combined with others, or made a module) gets its options from
// `bellhopConfig`.
const tag = document.currentScript as HTMLScriptElement | null;

// Without a prototype, so that a name on Object.prototype is no option.
// `base` is where the other files are, and the gateway, if the page has a `site` and names no gateway: the folder of the
// script, as a list of one text, which is as good as the text everywhere and shorter to write.
const raw: RawOptions = {
  __proto__: null,
  nonce: tag?.nonce,
  base: tag?.src.match(/^[^?]+(?=\/)/),
  ...own('bellhopConfig'),
  ...tag?.dataset,
};
const name = (raw.name as string) || 'default';
const url = new URL(`${raw.base}/bellhop/${BELLHOP_ENGINE}`, location as unknown as string);

// The hub stays as long as the page, and with it every variable here that one of its functions uses. So the chat is none
// of them: once destroyed, nothing holds it. A tag whose name is taken, as when a script runs once more on the next page
// of a single-page site, leaves the chat that is there.
hub.chats[name] ||= createChat(
  raw,
  name,
  () =>
    secureFile(url, BELLHOP_ENGINE_HASH, raw.nonce).then(
      () => import(/* @vite-ignore */ url as unknown as string),
    ),
  () => delete hub.chats[name],
);

// A missing option may still come from a script further down, and the target may not be parsed yet: try until the page
// is complete, then report. Where nothing is missing there is one attempt: each draws the launcher anew.
const attempt = () => {
  const problem = hub.chats[name]?.configure({});
  if (problem) {
    // Of its three values "complete" comes first.
    if (document.readyState < 'd') console.error('[bellhop]', `no valid data-${problem}`);
    else setTimeout(attempt, 99);
  }
};
hub.push();
attempt();

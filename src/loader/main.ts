// The drop-in script's entry: finds its own tag and makes a chat for it; stands in for the `bellhop` array.

import type { Chat, Hub, RawOptions } from '../widget/types.ts';
import { createChat } from './chat.ts';
import { secureFile } from './secure-file.ts';

/** Written by the build: the engine's file name and its SRI hash. */
declare const BELLHOP_ENGINE: readonly [string, string];

type Page = { bellhop?: Hub | ((chat: Chat) => void)[]; bellhopConfig?: RawOptions };
const page = window as Page;
// An element with one of these ids answers to its name too; only what a script has set is window's own.
const own = <Name extends keyof Page>(name: Name): Page[Name] =>
  Object.hasOwn(page, name) ? page[name] : undefined;
const config = own('bellhopConfig') || {};
const before = own('bellhop');
const queue = Array.isArray(before) ? before : [];
/** Several copies of the script share the first one's hub. */
const hub: Hub =
  before && 'chats' in before
    ? before
    : {
        chats: {},
        // A page with one widget need not call it "default".
        get: (name) =>
          hub.chats[name || 'default'] || (name ? undefined : Object.values(hub.chats)[0]),
        push(...callbacks) {
          queue.push(...callbacks);
          const chat = hub.get();
          if (chat) for (const callback of queue.splice(0)) callback(chat);
        },
      };
page.bellhop = hub;

type Tag = HTMLScriptElement & { bellhop?: Hub };

// Optimisers move, delay, combine and inline scripts; and a page's <img name="currentScript"> hides the real one.
const tag = [document.currentScript, ...document.querySelectorAll('script[data-gateway]')].find(
  (tag) => tag instanceof HTMLScriptElement && tag.dataset.gateway && !(tag as Tag).bellhop,
) as Tag | undefined;
if (tag) tag.bellhop = hub;

const raw: RawOptions = { ...config, ...tag?.dataset };
const name = `${raw.name || 'default'}`;
raw.nonce ||= tag?.nonce;
const base = config.base ? `${config.base}/` : tag?.src || '';
const folder = `${new URL('bellhop/', new URL(base, document.baseURI))}`;
const [file, integrity] = BELLHOP_ENGINE;

const { chat, start } = createChat(
  raw,
  name,
  async () => {
    await secureFile(folder + file, integrity, raw.nonce);
    return import(/* @vite-ignore */ folder + file);
  },
  () => delete hub.chats[name],
);

// What is missing may still come: from a script further down, or an element that isn't parsed yet.
const attempt = () => {
  const problem = hub.chats[name] === chat ? start() : 'data-name is taken';
  if (problem && document.readyState === 'complete') {
    console.error(`[bellhop] ${problem}. Nothing is shown.`);
  }
};
hub.chats[name] ||= chat;
hub.push();
attempt();
document.addEventListener('readystatechange', attempt);

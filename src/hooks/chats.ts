// Which chats stand on this page, by name, for components that don't make them: those of `createBellhop`, of the element
// <bellhop-chat>, and of a script tag. It makes none, and knows no framework.

import type { Chat } from '../widget/types.ts';
import type { ChatOrName, HookChat } from './types.ts';

/** A script tag's hub once it has run, and the list of callbacks before. */
interface TagHub {
  get?: (name?: string) => Chat | undefined;
  push: (look: () => void) => unknown;
}

const chats = new Map<string, Chat[]>();
const watchers = new Set<() => void>();

const tellAll = (): void => {
  for (const tell of [...watchers]) tell();
};

/** @returns takes it out again: of two with one name the later counts, and the earlier once that one has gone. */
export function addChat(name: string, chat: Chat): () => void {
  chats.set(name, [...(chats.get(name) ?? []), chat]);
  tellAll();
  return () => {
    chats.set(
      name,
      (chats.get(name) ?? []).filter((one) => one !== chat),
    );
    tellAll();
  };
}

/** The hub of a script tag on this page, or the list that one finds. Null: an element of the page answers to its name. */
function tagHub(): TagHub | null {
  const page = globalThis as { bellhop?: TagHub | (() => void)[] };
  page.bellhop ??= [];
  return typeof page.bellhop.push === 'function' ? (page.bellhop as TagHub) : null;
}

/** What a name or a chat stands for. */
export type Found<Given extends ChatOrName> = Given extends string ? Chat : Given;

/** The chat of this name that stands on the page now; a chat stands for itself. */
export function findChat<Given extends ChatOrName>(which: Given): Found<Given> | undefined {
  if (typeof which !== 'string') return which as Found<Given>;
  const tagged = () => tagHub()?.get?.(which === 'default' ? undefined : which);
  const found = hasPage() ? (chats.get(which)?.at(-1) ?? tagged()) : undefined;
  return found as Found<Given> | undefined;
}

/** On a server there is no chat. */
const hasPage = (): boolean => 'document' in globalThis;

/** Tells of the chat at once, and whenever another stands in its place. Returns how to stop. */
export function watchChat<Given extends ChatOrName>(
  which: Given,
  tell: (chat: Found<Given> | undefined) => void,
): () => void {
  const look = (): void => {
    if (watchers.has(look)) tell(findChat(which));
  };
  watchers.add(look);
  look();
  // A script tag that runs later calls it then.
  if (typeof which === 'string' && hasPage() && !tagHub()?.get) tagHub()?.push(look);
  return () => void watchers.delete(look);
}

/** Calls `act` with the chat of now and with each that comes; and what it returned, before the next and at the end. */
export function withChat(
  which: ChatOrName,
  act: (chat: HookChat) => (() => void) | undefined,
): () => void {
  let leave: (() => void) | undefined;
  let known: HookChat | undefined;
  const stop = watchChat<ChatOrName>(which, (chat) => {
    if (chat === known) return;
    known = chat;
    leave?.();
    leave = chat && act(chat);
  });
  return () => {
    stop();
    leave?.();
  };
}

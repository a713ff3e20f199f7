// The npm entry `./signals`: the chat as signals of `@preact/signals-core`, which `@preact/signals` and `@preact/signals-react` use
// too, for pages without a framework that has hooks of its own. They find a chat of `createBellhop`, of <bellhop-chat> or of a
// script tag.

import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import {
  type ChatMessage,
  type ChatOrName,
  createOffer,
  type HookChat,
  messagesOf,
  type ToolOptions,
  watchChat,
  watchMessages,
  withChat,
} from './hooks/index.ts';
import { providePageState } from './index.ts';
import type { ToolSchema, TypedTool } from './tools/define-tool.ts';
import type { Chat } from './widget/types.ts';

/**
 * The chat of this name, once it is on the page. It follows the page while something reads it in an effect or a component.
 * @example
 * const found = bellhopSignal();
 * effect(() => void (button.disabled = found.value === undefined));
 */
export function bellhopSignal(name = 'default'): ReadonlySignal<Chat | undefined> {
  return following<Chat | undefined>(undefined, (set) => watchChat(name, set));
}

/**
 * What was said in the chat, oldest first: the same list until something of it changes. Empty before a visitor has opened the chat.
 * @param chat its name, or a chat of `bellhop/headless`
 * @example
 * const messages = messagesSignal();
 * effect(() => void (badge.textContent = String(messages.value.length)));
 */
export function messagesSignal(
  chat: ChatOrName = 'default',
): ReadonlySignal<readonly ChatMessage[]> {
  return following<readonly ChatMessage[]>([], (set) =>
    withChat(chat, (found) => {
      const read = (): void => set(messagesOf(found));
      read();
      return watchMessages(found, read);
    }),
  );
}

/**
 * Tells the agent what the page shows, such as a cart. The agent reads the value of then when it needs it.
 * @param name what it is, in words for the agent
 * @param value a signal, or a function that gives the value of now, as JSON
 * @param chat the name of the chat, if it has one, or a chat of `bellhop/headless`
 * @returns takes it back
 * @example const stop = offerPageState('cart', () => cart.items);
 */
export function offerPageState(
  name: string,
  value: { peek(): unknown } | (() => unknown),
  chat: ChatOrName = 'default',
): () => void {
  const read = typeof value === 'function' ? value : () => value.peek();
  return withChat(chat, (found) => providePageState(found, name, read));
}

/** As for `chat.registerTool`, and `chat`: which chat, if it isn't the page's only one. */
export type SignalToolOptions<Schema> = ToolOptions<Schema> & Pick<TypedTool<Schema>, 'render'>;

/**
 * Offers the agent a tool until it is taken back. Options that change register it again. Of two offers of one name the later one
 * counts, until it is taken back.
 * @param options as for `chat.registerTool`, or a function that gives them: whichever signals it reads, their changes count
 * @param execute may be left out where `render` lets the visitor answer by `call.respond`
 * @returns takes it back
 * @example
 * const stop = offerTool('empty_cart', { description: 'Empties the cart.' }, () => {
 *   cart.items = [];
 * });
 */
export function offerTool<const Schema extends ToolSchema = { type: 'object' }>(
  name: string,
  options: SignalToolOptions<Schema> | (() => SignalToolOptions<Schema>),
  execute?: TypedTool<Schema>['execute'],
): () => void {
  const latest = (): SignalToolOptions<Schema> =>
    typeof options === 'function' ? options() : options;
  const offer = createOffer(() => {
    const { chat: _chat, ...given } = latest();
    return { ...given, name, execute };
  });
  const chat = signal<HookChat | undefined>(undefined);
  const stops = [
    effect(() =>
      watchChat<ChatOrName>(latest().chat ?? 'default', (found) => {
        chat.value = found;
      }),
    ),
    effect(() => offer.update(chat.value)),
  ];
  return () => {
    for (const stop of stops) stop();
    offer.end();
  };
}

/** A signal that has the value of now whenever it is read, and is told of changes while it is followed. */
function following<Value>(
  initial: Value,
  watch: (set: (value: Value) => void) => () => void,
): ReadonlySignal<Value> {
  let stop = (): void => {};
  const made = signal<Value>(initial, {
    watched() {
      stop = watch((value) => {
        made.value = value;
      });
    },
    unwatched: () => stop(),
  });
  return made;
}

export type { ChatMessage, ChatOrName } from './hooks/index.ts';

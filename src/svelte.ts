// The npm entry `./svelte`: hooks for Svelte 5, called in a component's script. A tool lives as long as the component, and its calls
// are drawn by a component of the page. They find a chat of `createBellhop`, of <bellhop-chat> or of a script tag, and do
// nothing on a server.

import { type Component, getAllContexts, mount, onMount, unmount } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { toStore } from 'svelte/store';
import {
  type ChatMessage,
  type ChatOrName,
  createDrawn,
  createOffer,
  findChat,
  type Given,
  type HookChat,
  messagesOf,
  type ToolOptions,
  watchChat,
  watchMessages,
  withChat,
} from './hooks/index.ts';
import { providePageState } from './index.ts';
import type { InputOf, ToolSchema, TypedTool } from './tools/define-tool.ts';
import type { RenderedCall } from './tools/types.ts';
import type { Chat } from './widget/types.ts';

/** A value that a template, `$derived` or `$effect` follows. */
export interface Current<Value> {
  readonly current: Value;
}

/**
 * The chat of this name, once it is on the page: of `createBellhop` or the element, else of a script tag.
 * @example
 * const found = useBellhop();
 * const ask = () => found.current?.open();
 */
export function useBellhop(name = 'default'): Current<Chat | undefined> {
  const follow = createSubscriber((changed) => watchChat(name, changed));
  return {
    get current() {
      follow();
      return findChat(name);
    },
  };
}

/**
 * What was said in the chat, oldest first: the same list until something of it changes. Empty before a visitor has opened the chat.
 * @param chat its name, or a chat of `bellhop/headless`
 * @example
 * const messages = useMessages();
 * const last = () => messages.current.at(-1)?.text;
 */
export function useMessages(chat: ChatOrName = 'default'): Current<readonly ChatMessage[]> {
  const follow = createSubscriber((changed) =>
    withChat(chat, (found) => {
      changed();
      return watchMessages(found, changed);
    }),
  );
  return {
    get current() {
      follow();
      const found = findChat(chat);
      return found ? messagesOf(found) : [];
    },
  };
}

/**
 * Tells the agent what the page shows, such as a cart, while the calling component is on the page. The agent reads the value of then
 * when it needs it.
 * @param name what it is, in words for the agent
 * @param read gives the value of now, as JSON: `() => cart`
 * @param chat the name of the chat, if it has one, or a chat of `bellhop/headless`
 * @example usePageState('cart', () => cart.items);
 */
export function usePageState(
  name: string,
  read: () => unknown,
  chat: ChatOrName = 'default',
): void {
  onMount(() => withChat(chat, (found) => providePageState(found, name, read)));
}

/** As for `chat.registerTool`, and `chat`: which chat, if it isn't the page's only one. */
export type SvelteToolOptions<Schema> = ToolOptions<Schema> & {
  /** What stands in the thread for a call: a component of the page, with the contexts of the calling component. */
  render?: Component<{ call: RenderedCall<InputOf<Schema>> }> | undefined;
};

/**
 * Offers the agent a tool while the calling component is on the page. Options that change register it again; the functions read your
 * state when they run, so that a question tells the state of now. Of two components that offer one name the later one counts, until
 * it goes.
 * @param options as for `chat.registerTool`, or a function that gives them, where they change
 * @param execute may be left out where `render` lets the visitor answer by `call.respond`
 * @example
 * const schema = { type: 'object', properties: { product_id: { type: 'string' } }, required: ['product_id'] } as const;
 * useTool('add_to_cart', { description: 'Adds a product.', inputSchema: schema }, ({ product_id }) => cart.items.push(product_id));
 */
export function useTool<const Schema extends ToolSchema = { type: 'object' }>(
  name: string,
  options: SvelteToolOptions<Schema> | (() => SvelteToolOptions<Schema>),
  execute?: TypedTool<Schema>['execute'],
): void {
  const latest = (): SvelteToolOptions<Schema> =>
    typeof options === 'function' ? options() : options;
  const context = getAllContexts();
  const draw = createCalls(() => latest().render as CallComponent | undefined, context);
  const offer = createOffer(() => {
    const { chat: _chat, render, ...given } = latest();
    return { ...given, name, execute, render: render && draw };
  });
  onMount(() => {
    let leave = (): void => {};
    let of: ChatOrName | undefined;
    let chat: HookChat | undefined;
    // Reads all that the options are made of, and so hears of each change.
    const stop = toStore(latest).subscribe(({ chat: which = 'default' }) => {
      if (which === of) {
        offer.update(chat);
        return;
      }
      leave();
      of = which;
      leave = watchChat(which, (found: HookChat | undefined) => {
        chat = found;
        offer.update(found);
      });
    });
    return () => {
      stop();
      leave();
      offer.end();
    };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: of whichever schema
type CallComponent = Component<{ call: RenderedCall<any> }>;

/** One mounted component for each call that is drawn, told of each change of its call. */
function createCalls(
  component: () => CallComponent | undefined,
  context: Map<unknown, unknown>,
): NonNullable<Given['render']> {
  interface Shown {
    call: RenderedCall;
    changed: () => void;
    leave: () => void;
  }
  const shown = new Map<object, Shown>();
  return createDrawn((calls) => {
    for (const [root, { leave }] of shown) {
      if (calls.some((call) => call.root === root)) continue;
      shown.delete(root);
      leave();
    }
    for (const call of calls) {
      const known = shown.get(call.root);
      if (known && known.call !== call) {
        known.call = call;
        known.changed();
      }
      const drawn = component();
      if (known || !drawn) continue;
      const one: Shown = { call, changed: () => {}, leave: () => {} };
      shown.set(call.root, one);
      const follow = createSubscriber((changed) => {
        one.changed = changed;
      });
      const props = {
        get call() {
          follow();
          return one.call;
        },
      };
      const mounted = mount(drawn, { target: call.root as HTMLElement, props, context });
      one.leave = () => void unmount(mounted);
    }
  });
}

export type { ChatMessage, ChatOrName } from './hooks/index.ts';

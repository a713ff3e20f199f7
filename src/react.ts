// The npm entry `./react`: <BellhopChat> puts a chat on the page for as long as it is rendered, and useBellhopTool offers
// the agent a tool for as long as the calling component is. Both use the public chat alone, in the browser.

'use client';

import {
  createElement,
  type HTMLAttributes,
  type Key,
  type ReactElement,
  type ReactNode,
  type ReactPortal,
  type Ref,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { BellhopChatAttributes, BellhopChatElement } from './element.ts';
import {
  type ChatMessage,
  type ChatOrName,
  createDrawn,
  createOffer,
  type Found,
  type Given,
  messagesOf,
  type ToolOptions,
  tellOldName,
  watchChat,
  watchMessages,
} from './hooks/index.ts';
import { createBellhop, type Options, providePageState } from './index.ts';
import type { InputOf, ToolSchema, TypedTool } from './tools/define-tool.ts';
import type { RenderedCall } from './tools/types.ts';
import type { BellhopEventMap } from './widget/dom-events.ts';
import type { Chat, Configuration } from './widget/types.ts';

export type BellhopChatProps = Options & {
  /** The panel stands here and fills its parent, instead of a corner of the page. */
  inline?: boolean;
  /** Called once the launcher is on the page (or the panel's place), and again when another chat takes its place. */
  onReady?: (chat: Chat) => void;
};

/** Of the tag of `bellhop/element`: the script tag's attributes without `data-`, and those of every element. */
export type BellhopElementAttributes = BellhopChatAttributes &
  BellhopListeners &
  Omit<HTMLAttributes<BellhopChatElement>, keyof BellhopChatAttributes> & {
    class?: string | undefined;
    key?: Key | null | undefined;
    ref?: Ref<BellhopChatElement> | undefined;
  };

/** `onbellhop-message`, which React 19 hears. */
type BellhopListeners = {
  [Name in keyof BellhopEventMap as `on${Name}`]?:
    | ((event: BellhopEventMap[Name]) => void)
    | undefined;
};

interface Entry {
  chat: Chat;
  /** Components that render it. */
  uses: number;
}

const entries = new Map<string, Entry>();
const chatOf = (name: string): Chat | undefined => entries.get(name)?.chat;

function take(name: string, options: Options): Chat {
  const entry = entries.get(name) ?? { chat: createBellhop({ ...options, name }), uses: 0 };
  entry.uses += 1;
  entries.set(name, entry);
  return entry.chat;
}

/** Ends the chat after this task, unless it is rendered again by then: strict mode takes effects back at once. */
function leave(name: string): void {
  const entry = entries.get(name);
  if (entry === undefined) return;
  entry.uses -= 1;
  queueMicrotask(() => {
    if (entry.uses > 0 || entries.get(name) !== entry) return;
    entries.delete(name);
    entry.chat.destroy();
  });
}

/** Options that are new or another value. One that is gone keeps the value that it had. */
function changes(before: Configuration, after: Configuration): Configuration {
  // A theme is often written anew at each render.
  const told = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value);
  const isOther = ([key, value]: [string, unknown]) =>
    key === 'theme'
      ? told(value) !== told(before.theme)
      : !Object.is(value, Reflect.get(before, key));
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

/**
 * A chat with these options. An option that changes reaches the chat that is there.
 * @example const Help = () => <BellhopChat gateway="https://gateway.example" session="/chat/session" title="Ask us" />;
 */
export function BellhopChat({
  inline = false,
  onReady,
  ...options
}: BellhopChatProps): ReactElement | null {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ options, onReady });
  latest.current = { options, onReady };
  const set = useRef<Configuration>({});
  const { name = 'default', getSession, userToken } = options;
  // The same function at each render, which calls the one of the latest.
  const stable = useRef<NonNullable<Configuration['getSession']>>((request) =>
    latest.current.options.getSession?.(request),
  );
  const stableToken = useRef(() => {
    const { userToken: now } = latest.current.options;
    return typeof now === 'function' ? now() : now;
  });
  const given: Configuration = {
    ...options,
    ...(getSession && { getSession: stable.current }),
    ...(typeof userToken === 'function' && { userToken: stableToken.current }),
  };
  // Changed options reach the chat by the effect behind this one.
  useEffect(() => {
    const target = inline && place.current ? { target: place.current } : {};
    const chat = take(name, { ...given, ...target } as Options);
    set.current = given;
    let isHere = true;
    void chat.ready.then(() => {
      if (isHere) latest.current.onReady?.(chat);
    });
    return () => {
      isHere = false;
      leave(name);
    };
  }, [name, inline]);
  useEffect(() => {
    const changed = changes(set.current, given);
    set.current = given;
    if (Object.keys(changed).length > 0) chatOf(name)?.configure(changed);
  });
  return inline ? createElement('div', { ref: place, style: { height: '100%' } }) : null;
}

/** The chat of this name, now and as they come and go. */
function useChat<Given extends ChatOrName>(which: Given): Found<Given> | undefined {
  const [chat, setChat] = useState<Found<Given>>();
  useEffect(() => watchChat(which, (found) => setChat(() => found)), [which]);
  return chat;
}

/**
 * The chat of this name, once it is on the page: of <BellhopChat>, `createBellhop` or the element, else of a script tag.
 * @example
 * function Ask() {
 *   const chat = useBellhop();
 *   return <button disabled={!chat} onClick={() => chat?.open()}>Ask us</button>;
 * }
 */
export function useBellhop(name = 'default'): Chat | undefined {
  return useChat(name);
}

const NO_MESSAGES: readonly ChatMessage[] = [];
const noMessages = (): readonly ChatMessage[] => NO_MESSAGES;

/**
 * What was said in the chat, oldest first: the same list until something of it changes. Empty before a visitor has opened the chat.
 * @param chat its name, or a chat of `bellhop/headless`
 * @example
 * function Last() {
 *   return <p>{useMessages().at(-1)?.text}</p>;
 * }
 */
export function useMessages(chat: ChatOrName = 'default'): readonly ChatMessage[] {
  const found = useChat(chat);
  return useSyncExternalStore(
    useCallback((changed) => (found ? watchMessages(found, changed) : () => {}), [found]),
    () => (found ? messagesOf(found) : NO_MESSAGES),
    noMessages,
  );
}

/**
 * Tells the agent what the page shows, such as a cart, while the calling component is rendered. The agent reads the value of then
 * when it needs it.
 * @param name what it is, in words for the agent
 * @param value JSON
 * @param chat the name of the chat, if it has one, or a chat of `bellhop/headless`
 * @example
 * function Cart() {
 *   usePageState('cart', cart.items);
 *   return <p>{cart.items.length} in the cart</p>;
 * }
 */
export function usePageState(name: string, value: unknown, chat: ChatOrName = 'default'): void {
  const latest = useRef(value);
  latest.current = value;
  const found = useChat(chat);
  useEffect(() => found && providePageState(found, name, () => latest.current), [found, name]);
}

/** As for `chat.registerTool`, and `chat`: which chat, if it isn't the page's only one. */
export type ReactToolOptions<Schema> = ToolOptions<Schema> & {
  /** What stands in the thread for a call: the page's own components, with the contexts of the calling component. */
  render?: ((call: RenderedCall<InputOf<Schema>>) => ReactNode) | undefined;
};

/**
 * Offers the agent a tool while the calling component is rendered. Options that change register it again. The functions may be
 * others at each render: the latest run, so that a question tells the state of now. Of two components that offer one name the
 * later one counts, until it goes.
 * @param execute may be left out where `render` lets the visitor answer by `call.respond`
 * @returns the calls that `render` draws, which the calling component has to return among its children; nothing stands at that
 * place itself.
 * @example
 * function AddTool() {
 *   const schema = { type: 'object', properties: { product_id: { type: 'string' } }, required: ['product_id'] } as const;
 *   return useTool('add_to_cart', { description: 'Adds a product.', inputSchema: schema }, ({ product_id }) => cart.items.push(product_id));
 * }
 */
export function useTool<const Schema extends ToolSchema = { type: 'object' }>(
  name: string,
  options: ReactToolOptions<Schema>,
  execute?: TypedTool<Schema>['execute'],
): ReactPortal[] {
  const { chat: which = 'default', render, ...rest } = options;
  const [drawn, setDrawn] = useState<readonly RenderedCall<InputOf<Schema>>[]>([]);
  const [draw] = useState(() => createDrawn(setDrawn));
  const latest = useRef<Given>({ name, ...rest });
  latest.current = { name, ...rest, execute, render: render && draw };
  const [offer] = useState(() => createOffer(() => latest.current));
  const chat = useChat(which);
  // At each render: it sees by itself whether anything has changed.
  useEffect(() => offer.update(chat));
  useEffect(() => offer.end, [offer]);
  return drawn.map((call) =>
    createPortal(render?.(call), call.root as HTMLElement, call.toolUseId),
  );
}

/** @deprecated Its name is `useTool`. */
export const useBellhopTool: typeof useTool = (name, options, execute) => {
  tellOldName('useBellhopTool', 'useTool');
  return useTool(name, options, execute);
};

export type { ChatMessage, ChatOrName } from './hooks/index.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'bellhop-chat': BellhopElementAttributes;
    }
  }
}

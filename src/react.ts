// The npm entry `./react`: <BellhopChat> puts a chat on the page for as long as it is rendered, and useBellhopTool offers
// the agent a tool for as long as the calling component is. Both use the public chat alone, in the browser.

'use client';

import {
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type ReactPortal,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { createBellhop, type Options, providePageState } from './index.ts';
import type { InputOf, ToolSchema, TypedTool } from './tools/define-tool.ts';
import type { RenderedCall } from './tools/types.ts';
import type { Chat, Configuration } from './widget/types.ts';

export type BellhopChatProps = Options & {
  /** The panel stands here and fills its parent, instead of a corner of the page. */
  inline?: boolean;
  /** Called once the launcher is on the page (or the panel's place), and again when another chat takes its place. */
  onReady?: (chat: Chat) => void;
};

/** Of the tag of `bellhop/element`: the script tag's attributes without `data-`, and those of every element. */
export type BellhopElementAttributes = HTMLAttributes<HTMLElement> & {
  [attribute: string]: unknown;
};

interface Entry {
  chat: Chat;
  /** Components that render it. */
  uses: number;
}

const entries = new Map<string, Entry>();
const watchers = new Set<() => void>();
const chatOf = (name: string): Chat | undefined => entries.get(name)?.chat;
const tellAll = (): void => {
  for (const tell of watchers) tell();
};

function take(name: string, options: Options): Chat {
  const entry = entries.get(name) ?? { chat: createBellhop({ ...options, name }), uses: 0 };
  entry.uses += 1;
  entries.set(name, entry);
  tellAll();
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
    tellAll();
  });
}

/** Options that are new or another value. One that is gone keeps the value that it had. */
function changes(before: Configuration, after: Configuration): Configuration {
  const isOther = ([key, value]: [string, unknown]) => !Object.is(value, Reflect.get(before, key));
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

/** A chat with these options. An option that changes reaches the chat that is there. */
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

/** Of a script tag: its chats, once it has run, and a way to be told. */
type TagHub = { get?: (name?: string) => Chat | undefined; push: (look: () => void) => unknown };

/** The hub of a script tag on this page, or what becomes it. Null: an element of the page answers to its name. */
function tagHub(): TagHub | null {
  const page = globalThis as { bellhop?: TagHub | (() => void)[] };
  page.bellhop ??= [];
  return typeof page.bellhop.push === 'function' ? (page.bellhop as TagHub) : null;
}

/** The chat of this name: of a component, else of a script tag, now and as they come and go. */
function useChat(name: string): Chat | undefined {
  const [chat, setChat] = useState<Chat | undefined>(undefined);
  useEffect(() => {
    const look = () =>
      setChat(() => chatOf(name) ?? tagHub()?.get?.(name === 'default' ? undefined : name));
    watchers.add(look);
    look();
    tagHub()?.push(look);
    return () => void watchers.delete(look);
  }, [name]);
  return chat;
}

/** The chat of this name, once it is on the page: of <BellhopChat>, else of a script tag. */
export function useBellhop(name = 'default'): Chat | undefined {
  return useChat(name);
}

/**
 * Tells the agent what the page shows, such as a cart, while the calling component is rendered. The agent reads the value of then
 * when it needs it.
 * @param name what it is, in words for the agent
 * @param value JSON
 * @param chatName the name of the chat, if it has one
 */
export function usePageState(name: string, value: unknown, chatName = 'default'): void {
  const latest = useRef(value);
  latest.current = value;
  const chat = useChat(chatName);
  useEffect(() => chat && providePageState(chat, name, () => latest.current), [chat, name]);
}

/** What a tool is made of, as one text: the schema of a library as the JSON Schema that it says. */
const describe = (tool: unknown): string =>
  JSON.stringify(tool, (_key, value) => {
    const own = value?.['~standard']?.jsonSchema;
    return own ? own.input({ target: 'draft-2020-12' }) : value;
  });

/** As for `chat.registerTool`, and `chat`: the name of the chat, if it has one. */
type HookOptions<Schema> = Omit<TypedTool<Schema>, 'name' | 'execute' | 'render'> & {
  chat?: string;
  /** What stands in the thread for a call: the page's own components, with the contexts of the calling component. */
  render?: (call: RenderedCall<InputOf<Schema>>) => ReactNode;
};

/**
 * Offers the agent a tool while the calling component is rendered. Options that change register it again. The functions may be
 * others at each render: the latest run, so that a question tells the state of now.
 * @param execute may be left out where `render` lets the visitor answer by `call.respond`
 * @returns the calls that `render` draws, which the calling component has to return among its children; nothing stands at that
 * place itself.
 */
export function useBellhopTool<const Schema extends ToolSchema = { type: 'object' }>(
  name: string,
  options: HookOptions<Schema>,
  execute?: TypedTool<Schema>['execute'],
): ReactPortal[] {
  const { chat: chatName, verify, summarize, render, ...rest } = options;
  const latest = useRef({ execute, verify, summarize });
  latest.current = { execute, verify, summarize };
  const [drawn, setDrawn] = useState<readonly RenderedCall<InputOf<Schema>>[]>([]);
  const chat = useChat(chatName ?? 'default');
  const key = describe([name, rest, !verify, !summarize, !render, !execute]);
  // `key` stands for all that the tool is made of.
  useEffect(() => {
    if (chat === undefined) return;
    const tool = { ...rest, name } as TypedTool<Schema>;
    if (execute) tool.execute = (...call) => latest.current.execute?.(...call);
    if (verify) tool.verify = (...call) => latest.current.verify?.(...call);
    if (summarize) tool.summarize = (...call) => latest.current.summarize?.(...call);
    if (render) {
      tool.render = (call) => {
        const others = (all: typeof drawn) => all.filter(({ root }) => root !== call.root);
        setDrawn((all) => [...others(all), call]);
        call.signal.addEventListener('abort', () => setDrawn(others), { once: true });
      };
    }
    const ended = new AbortController();
    chat.registerTool(tool, { signal: ended.signal });
    return () => ended.abort();
  }, [chat, key]);
  return drawn.map((call) =>
    createPortal(render?.(call), call.root as HTMLElement, call.toolUseId),
  );
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'bellhop-chat': BellhopElementAttributes;
    }
  }
}

// Ports for a panel that stands still: recorded snapshots, a clock that is set, and actions that only note
// that they were called. The tests use them too.

import type { LocaleHints, Messages, TranslatedLocale } from '../../src/i18n/index.ts';
import { createI18n } from '../../src/i18n/index.ts';
import type { SessionSnapshot } from '../../src/session/types.ts';
import type { ToolsSnapshot } from '../../src/tools/types.ts';
import type { ChatActions, ChatPorts, Source, ViewOptions } from '../../src/ui/types.ts';
import { NOW, tools } from './build.ts';
import type { GalleryState } from './states.ts';

/** A source whose value is set from outside. */
export interface Cell<T> extends Source<T> {
  set(value: T): void;
}

export function createCell<T>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const OPTIONS: ViewOptions = {
  title: 'Fjell & Veld',
  avatar: null,
  greeting: 'Hello! I know our jackets, tents and bags. What are you planning?',
  prompts: ['Find me a rain jacket', 'Where is my order?', 'What is your return policy?'],
  color: null,
  theme: 'light',
  position: 'right',
  offset: { x: 20, y: 20 },
  isInline: false,
  lang: 'en',
  showThinking: true,
  allowAttachments: false,
  imageOrigins: [],
  hasSound: false,
  cards: [],
  hasFeedback: false,
  hasVoice: false,
  contact: 'https://shop.example/contact',
  privacy: 'https://shop.example/privacy',
  canDelete: false,
  isDebug: false,
};

export interface RecordedPorts extends ChatPorts {
  session: Cell<SessionSnapshot>;
  tools: Cell<ToolsSnapshot>;
  options: Cell<ViewOptions>;
  /** What was called, in order. */
  calls: [name: keyof ChatActions, ...args: unknown[]][];
}

export interface PortsOptions {
  options?: Partial<ViewOptions>;
  hints?: LocaleHints;
  load?: (locale: TranslatedLocale) => Promise<Partial<Messages>>;
  now?: () => number;
  after?: ChatPorts['after'];
  hasStored?: () => Promise<boolean>;
  /** What the visitor has set, on an earlier page too. */
  settings?: Map<string, string>;
}

export function createRecordedPorts(state: GalleryState, how: PortsOptions = {}): RecordedPorts {
  const calls: RecordedPorts['calls'] = [];
  const note =
    <Name extends keyof ChatActions>(name: Name) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
    };
  const actions: ChatActions = {
    async send(content) {
      calls.push(['send', content]);
      return `local_${calls.length}`;
    },
    async discard(localId) {
      calls.push(['discard', localId]);
      return [{ type: 'text', text: 'What was not sent' }];
    },
    check: note('check'),
    resend: note('resend'),
    interrupt: async () => {
      calls.push(['interrupt']);
      return null;
    },
    retryNow: note('retryNow'),
    loadOlder: note('loadOlder'),
    newConversation: note('newConversation'),
    openConversation: note('openConversation'),
    async findMessages(words) {
      calls.push(['findMessages', words]);
      return new Map(Object.entries(state.foundInText ?? {}));
    },
    clearDevice: note('clearDevice'),
    async deleteConversation() {
      calls.push(['deleteConversation']);
      return state.isDeletable ?? true;
    },
    answerTool: note('answerTool'),
    runToolHere: note('runToolHere'),
    retryTools: note('retryTools'),
    giveFeedback: note('giveFeedback'),
    setDraft: note('setDraft'),
    request: async (asked) => {
      calls.push(['request', asked]);
      return null;
    },
    close: note('close'),
  };
  const settings = how.settings ?? new Map<string, string>();
  return {
    options: createCell({ ...OPTIONS, ...state.options, ...how.options }),
    session: createCell(state.session),
    tools: createCell(state.tools ?? tools()),
    conversations: createCell(state.conversations ?? []),
    debug: createCell(state.debug ?? []),
    actions,
    calls,
    i18n: createI18n({
      hints: how.hints ?? { choice: 'en' },
      timeZone: 'UTC',
      ...(how.load ? { load: how.load } : {}),
    }),
    draft: () => state.draft ?? '',
    now: how.now ?? (() => NOW),
    after:
      how.after ??
      ((delayMs, callback) => {
        const timer = setTimeout(callback, delayMs);
        return () => clearTimeout(timer);
      }),
    ...(how.hasStored && { hasStored: how.hasStored }),
    async readDocument(file) {
      if (file.name.endsWith('.exe')) throw new Error(`${file.name} is too large (at most 700 KB)`);
      if (file.name.endsWith('.zip')) return new Promise(() => {});
      return {
        type: 'document',
        title: file.name,
        source: { type: 'text', media_type: file.type || 'text/plain', data: await file.text() },
      };
    },
    preferences: {
      get: (name) => settings.get(name) ?? null,
      set: (name, value) => void settings.set(name, value),
    },
  };
}

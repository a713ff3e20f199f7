// Everything the panel shows, as signals: the ports' sources, what is open, what is new. Components are
// functions of this; the panel's parts of it (composer, announcer, scrolling) have files of their own.

import {
  batch,
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from '@preact/signals';
import type { Content, LinkInfo } from '../../content/index.ts';
import type { InputBlock } from '../../protocol/index.ts';
import type { SessionSnapshot, TranscriptEntry } from '../../session/types.ts';
import type { ToolsSnapshot } from '../../tools/types.ts';
import {
  fetchRows,
  fetchSteps,
  loadedRows,
  loadedSteps,
  type RowsPart,
  type StepsPart,
} from '../rows-part.ts';
import type { ChatPorts, ConversationSummary, DebugEntry, ViewOptions } from '../types.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { type ComposerModel, createComposerModel } from './composer-model.ts';
import { createFollow, type Follow } from './follow.ts';
import { fromPacedSource, fromSource } from './from-source.ts';
import { newestSince } from './newest.ts';
import { createPages, type Pages } from './pages.ts';
import { sendable } from './plain-text.ts';
import { createWords, type Words } from './words.ts';

/** What lies over the conversation. */
export type Sheet = 'menu' | 'conversations' | 'owner' | 'clear' | 'link' | null;

export interface ChatModel {
  ports: ChatPorts;
  options: ReadonlySignal<ViewOptions>;
  session: ReadonlySignal<SessionSnapshot>;
  tools: ReadonlySignal<ToolsSnapshot>;
  conversations: ReadonlySignal<readonly ConversationSummary[]>;
  debug: ReadonlySignal<readonly DebugEntry[]>;
  words: ReadonlySignal<Words>;
  isOpen: Signal<boolean>;
  /** Opening now gives the focus to the panel. */
  readonly takesFocus: boolean;
  /** There was something new when the panel was opened last. */
  readonly hadUnread: boolean;
  isExpanded: Signal<boolean>;
  sheet: Signal<Sheet>;
  /** The style of sheets, once one was asked for. */
  sheetCss: Signal<string>;
  /** Finished messages of the assistant that came in while this page looked on. Only grows. */
  arrived: ReadonlySignal<number>;
  unread: ReadonlySignal<number>;
  /** Key of the last entry: only there do ways on make sense. */
  lastKey: ReadonlySignal<string | undefined>;
  /** Draws rows; null until its chunk has come. */
  rows: ReadonlySignal<RowsPart | null>;
  /** The chunk of the rows couldn't be had. */
  hasFailedToLoad: ReadonlySignal<boolean>;
  loadRows(): void;
  /** Draws steps and questions; null until its chunk has come, which `loadSteps` asks for until it can be had. */
  steps: ReadonlySignal<StepsPart | null>;
  haveStepsFailed: ReadonlySignal<boolean>;
  loadSteps(): void;
  /** Draws others' markdown; comes with the rows. */
  content: Content | null;
  /** Addresses of pictures that may load by themselves; see `picturesOf`. */
  pictures: ReadonlySignal<ReadonlySet<string>> | null;
  /** The link that asks before it is followed. */
  askedLink: Signal<{ link: LinkInfo; from: HTMLElement } | null>;
  composer: ComposerModel;
  announcer: Announcer;
  follow: Follow;
  pages: Pages;
  /** Sends content that was sent before, as a new message. */
  sendAgain(content: readonly InputBlock[]): void;
  /** What the visitor said before the entry with this key. */
  saidBefore(key: string): InputBlock[];
  /** The stored transcript has been seen; what appears now is new. */
  isSettled: boolean;
  /** Counts calls to draw the log again (an earlier page came into view). */
  redraws: ReadonlySignal<number>;
  redraw(): void;
  /** An event of the visitor's own hand. */
  isOwnHand(event: Event): boolean;
  focusComposer(): void;
  show(takesFocus: boolean): void;
  /** Hides the panel and tells the composition root. */
  hide(): void;
  /** Closes the innermost open thing. `isOwnHand`: a keystroke of the visitor, which alone answers a question. */
  escape(isOwnHand: boolean): void;
  close(): void;
}

/** After opening an empty conversation: time for the frame in which one can write. */
const ROWS_AFTER_MS = 150;
/** When to try again for what draws steps. */
const STEPS_RETRY_MS = 3_000;

export function createChatModel(ports: ChatPorts): ChatModel {
  const [options, stopOptions] = fromSource(ports.options);
  const [session, stopSession] = fromPacedSource(ports.session, ports);
  const [tools, stopTools] = fromSource(ports.tools);
  const [conversations, stopConversations] = fromSource(ports.conversations);
  const [debug, stopDebug] = fromSource(ports.debug);
  const [words, stopWords] = createWords(ports.i18n);

  const isOpen = signal(false);
  const isExpanded = signal(ports.preferences?.get('size') === 'expanded');
  const sheet = signal<Sheet>(null);
  const redraws = signal(0);
  const askedLink = signal<{ link: LinkInfo; from: HTMLElement } | null>(null);
  let takesFocus = true;
  let hadUnread = false;
  const follow = createFollow();
  const isBlocked = computed(() => {
    const kind = session.value.trouble?.kind;
    return kind === 'forbidden' || kind === 'not_found';
  });
  const composer = createComposerModel(ports, isBlocked);
  const announcer = createAnnouncer({ session, tools, words, ports });
  const lastKey = computed(() => session.value.entries.at(-1)?.key);

  const arrived = signal(0);
  const seen = signal(0);
  const unread = computed(() => (isOpen.value ? 0 : arrived.value - seen.value));
  const stopArrivals = effect(countArrivals(session, arrived));
  const stopSeen = effect(() => {
    if (isOpen.value) seen.value = arrived.value;
  });

  const rows = signal(loadedRows());
  const hasFailedToLoad = signal(false);
  const loadRows = () => {
    hasFailedToLoad.value = false;
    fetchRows().then(
      (part) => {
        rows.value = part;
      },
      () => {
        hasFailedToLoad.value = true;
      },
    );
  };
  const steps = signal(loadedSteps());
  const haveStepsFailed = signal(false);
  let areStepsComing = false;
  let stopRetry = () => {};
  let isClosed = false;
  const loadSteps = () => {
    if (areStepsComing || isClosed || steps.peek() !== null) return;
    areStepsComing = true;
    fetchSteps().then(
      (part) => {
        steps.value = part;
      },
      () => {
        haveStepsFailed.value = true;
        stopRetry = ports.after(STEPS_RETRY_MS, () => {
          areStepsComing = false;
          loadSteps();
        });
      },
    );
  };
  // Rows are fetched with the first entry, or soon after opening; writing needs none of it.
  const needsRows = computed(() => session.value.entries.length > 0);
  const stopRows = effect(() => {
    if (rows.peek() !== null) return undefined;
    if (needsRows.value) return untracked(loadRows);
    return isOpen.value ? ports.after(ROWS_AFTER_MS, loadRows) : undefined;
  });

  /** The question that has stood open longest, as the visitor meets it. */
  const openQuestion = () => tools.peek().questions[0];
  const hide = () =>
    batch(() => {
      if (options.peek().isInline) return;
      isOpen.value = false;
      sheet.value = null;
      ports.actions.close();
    });

  const chat: ChatModel = {
    ports,
    options,
    session,
    tools,
    conversations,
    debug,
    words,
    isOpen,
    isExpanded,
    sheet,
    sheetCss: signal(''),
    arrived,
    unread,
    lastKey,
    rows,
    hasFailedToLoad,
    loadRows,
    steps,
    haveStepsFailed,
    loadSteps,
    content: null,
    pictures: null,
    askedLink,
    composer,
    announcer,
    follow,
    pages: createPages(),
    sendAgain(content) {
      if (content.length === 0) return;
      follow.stick();
      void ports.actions.send([...content]);
    },
    saidBefore(key) {
      const { entries } = session.peek();
      const index = entries.findIndex((entry) => entry.key === key);
      for (let at = index - 1; at >= 0; at--) {
        const entry = entries[at];
        if (entry?.kind === 'user') return sendable(entry.content);
      }
      return [];
    },
    get takesFocus() {
      return takesFocus;
    },
    get hadUnread() {
      return hadUnread;
    },
    isSettled: false,
    redraws,
    redraw() {
      redraws.value++;
    },
    isOwnHand: (event) => ports.isTrusted?.(event) ?? event.isTrusted,
    focusComposer() {
      composer.focusCalls.value++;
    },
    show(focus) {
      takesFocus = focus;
      hadUnread = unread.peek() > 0;
      isOpen.value = true;
      announcer.sayQuestion();
    },
    hide,
    escape(isOwnHand) {
      const question = openQuestion();
      if (sheet.peek() !== null) sheet.value = null;
      // One that isn't drawn yet is none that they have seen.
      else if (question && isOwnHand && steps.peek() !== null) {
        ports.actions.answerTool(question.toolUseId, question.binding, 'no');
      } else hide();
    },
    close() {
      for (const stop of [
        stopOptions,
        stopSession,
        stopTools,
        stopConversations,
        stopDebug,
        stopWords,
        stopArrivals,
        stopSeen,
        announcer.close,
        stopRows,
        stopRetry,
      ]) {
        stop();
      }
      isClosed = true;
      chat.content?.close();
    },
  };
  return chat;
}

/** How long "Copied" stands. */
export const COPIED_MS = 2000;

/** False where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Counts messages that weren't there when the transcript was first read. Earlier pages don't count. */
function countArrivals(session: ReadonlySignal<SessionSnapshot>, arrived: Signal<number>) {
  let sessionId: string | null | undefined;
  let known: Set<string> | null = null;
  let before: readonly TranscriptEntry[] = [];
  return () => {
    const { sessionId: id, entries, isRestored, isUpToDate } = session.value;
    // A conversation gets its id with its first message; that is no change of conversation.
    if (id !== sessionId && sessionId !== null) known = null;
    sessionId = id;
    const isFirstLook = known === null;
    if (isFirstLook && !(isRestored && (entries.length > 0 || isUpToDate))) return;
    known ??= new Set();
    let count = 0;
    for (const entry of isFirstLook ? entries : newestSince(entries, before)) {
      if (entry.kind !== 'agent') continue;
      for (const part of entry.parts) {
        if (part.kind !== 'message' || part.isPreview || known.has(part.eventId)) continue;
        known.add(part.eventId);
        if (!isFirstLook) count++;
      }
    }
    before = entries;
    if (count > 0) arrived.value = arrived.peek() + count;
  };
}

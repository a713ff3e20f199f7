// What screen readers hear, and when: "Replying" once after a second, a tool's state at most every five, a
// finished answer once and in pieces. Never history, thoughts or times. It makes texts; regions show them.

import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import { cleanLine, escapeOverrides } from '../../content/text.ts';
import type { AgentEntry, SessionSnapshot } from '../../session/types.ts';
import type { ToolQuestion, ToolsSnapshot } from '../../tools/types.ts';
import type { ChatPorts } from '../types.ts';
import { newestSince } from './newest.ts';
import { askedTitle } from './question-title.ts';
import type { Words } from './words.ts';

const REPLYING_AFTER_MS = 1000;
const TOOL_EVERY_MS = 5000;
/** The pause between two pieces of text, so that a screen reader is told of them one by one. */
const PIECE_EVERY_MS = 500;
/**
 * So long each text stays, also when others follow: a screen reader asks for a text after it was told of it, and on a
 * busy computer that takes seconds. No longer: one that walks through the page would read it as if it still held.
 */
const KEPT_MS = 5000;

export type Verbosity = 'full' | 'short' | 'off';

export interface Utterance {
  /** Grows with each announcement, so that the same words said twice are heard twice. */
  key: number;
  text: string;
  /** When it was said, Unix milliseconds. */
  at: number;
}

export interface Announcer {
  /** What the region holds now, the newest last. */
  polite: ReadonlySignal<readonly Utterance[]>;
  assertive: ReadonlySignal<readonly Utterance[]>;
  verbosity: Signal<Verbosity>;
  /** Announces a message of the panel itself, such as "Copied". */
  say(text: string): void;
  /** Announces the question that waits for an answer, when the visitor has just opened the panel. */
  sayQuestion(): void;
  close(): void;
}

/** Makes texts to be heard of an answer; comes with what draws it. */
export interface Speech {
  tellAnswer(entry: AgentEntry, words: Words, verbosity: Verbosity): Promise<string[]>;
}

export interface AnnouncerInputs {
  session: ReadonlySignal<SessionSnapshot>;
  tools: ReadonlySignal<ToolsSnapshot>;
  words: ReadonlySignal<Words>;
  ports: Pick<ChatPorts, 'after' | 'now' | 'preferences'>;
  fetchSpeech(): Promise<Speech>;
}

export function createAnnouncer({
  session,
  tools,
  words,
  ports,
  fetchSpeech,
}: AnnouncerInputs): Announcer {
  const polite = signal<readonly Utterance[]>([]);
  const assertive = signal<readonly Utterance[]>([]);
  const stored = ports.preferences?.get('announce');
  const verbosity = signal<Verbosity>(stored === 'short' || stored === 'off' ? stored : 'full');
  let key = 0;

  /** Puts texts into a region one below the other, and takes each away once it is old. */
  function createVoice(region: Signal<readonly Utterance[]>) {
    let queue: string[] = [];
    let isPausing = false;
    let cancel = (): void => {};
    const empty = (): void => {
      region.value = [];
    };
    const pump = (): void => {
      cancel();
      const text = queue.shift();
      isPausing = text !== undefined;
      cancel = isPausing ? ports.after(PIECE_EVERY_MS, pump) : ports.after(KEPT_MS, empty);
      if (text === undefined) return;
      const at = ports.now();
      region.value = [
        ...region.peek().filter((one) => at < one.at + KEPT_MS),
        { key: ++key, text: escapeOverrides(text), at },
      ];
    };
    return {
      say(...texts: string[]): void {
        if (verbosity.peek() === 'off') return;
        queue.push(...texts);
        if (!isPausing) pump();
      },
      close(): void {
        cancel();
        queue = [];
      },
    };
  }
  const voice = createVoice(polite);
  const alarmVoice = createVoice(assertive);
  const { say } = voice;
  const alarm = alarmVoice.say;

  // Announce "Replying" once for each run, and only if the run takes longer than a moment.
  let cancelReplying: (() => void) | null = null;
  const isRunning = () => session.value.run.state === 'running';
  let wasRunning = false;
  const stopReplying = effect(() => {
    const now = isRunning();
    if (now === wasRunning) return;
    wasRunning = now;
    cancelReplying?.();
    cancelReplying = now
      ? ports.after(REPLYING_AFTER_MS, () => say(words.peek().t('replying')))
      : null;
  });

  // Announce answers that arrived while this page was open, and messages that could not be sent.
  let last: SessionSnapshot | null = null;
  const said = new Set<string>();
  const failed = new Map<string, string>();
  const stopEntries = effect(() => {
    const next = session.value;
    const before = last;
    last = next;
    untracked(() => {
      const isLive =
        before?.isUpToDate === true && before.sessionId === next.sessionId && next.isUpToDate;
      for (const entry of newestSince(next.entries, before?.entries ?? [])) {
        if (entry.kind === 'user') {
          const { state } = entry.delivery;
          const isFailed = state === 'refused' || state === 'blocked';
          if (isFailed && !failed.has(entry.key) && isLive) alarm(words.peek().t('notSent'));
          if (isFailed) failed.set(entry.key, state);
          // A blocked message is tried again by itself, over and over. Don't announce each time that it still isn't sent.
          else if (failed.get(entry.key) === 'refused') failed.delete(entry.key);
        } else if (entry.kind === 'agent' && !isUnderWay(entry) && !said.has(entry.key)) {
          said.add(entry.key);
          // Without what draws the answer there is none to be read either: the log says that it couldn't be loaded.
          if (isLive) {
            fetchSpeech()
              .then(({ tellAnswer }) => tellAnswer(entry, words.peek(), verbosity.peek()))
              .then(
                (texts) => say(...texts),
                () => {},
              );
          }
        }
      }
    });
  });

  const ask = (question: ToolQuestion): string => askedTitle(question, words.peek().t);

  // Announce only the newest state of the tools, at most every five seconds. Announce questions at once.
  let toolState = '';
  let saidToolAt = Number.NEGATIVE_INFINITY;
  let cancelTool: (() => void) | null = null;
  const asked = new Set<string>();
  const stopTools = effect(() => {
    const { calls, questions } = tools.value;
    untracked(() => {
      for (const question of questions) {
        if (asked.has(question.binding)) continue;
        asked.add(question.binding);
        alarm(ask(question));
      }
      let state = '';
      for (const call of calls.values()) {
        const title = cleanLine(call.title);
        const unposted = `unposted ${call.toolUseId}`;
        if (call.status.state !== 'unposted') asked.delete(unposted);
        else if (!asked.has(unposted)) {
          asked.add(unposted);
          alarm(`${title}: ${words.peek().t('unposted')}`);
        }
        if (call.status.state === 'running' && !call.status.isCard) {
          const { t } = words.peek();
          state = `${title}: ${t(call.status.isAsking ? 'awaitsYou' : 'working')}`;
        }
      }
      if (state === toolState) return;
      toolState = state;
      if (state === '' || cancelTool) return;
      const speak = () => {
        cancelTool = null;
        if (toolState === '') return;
        saidToolAt = ports.now();
        say(toolState);
      };
      const wait = saidToolAt + TOOL_EVERY_MS - ports.now();
      if (wait <= 0) speak();
      else cancelTool = ports.after(wait, speak);
    });
  });

  return {
    polite,
    assertive,
    verbosity,
    say,
    sayQuestion() {
      const question = tools.peek().questions[0];
      if (question) alarm(ask(question));
    },
    close() {
      stopReplying();
      stopEntries();
      stopTools();
      cancelReplying?.();
      cancelTool?.();
      voice.close();
      alarmVoice.close();
    },
  };
}

const isUnderWay = (entry: AgentEntry) =>
  entry.turn.state === 'working' || entry.turn.state === 'paused';

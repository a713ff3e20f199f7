// What of the conversation screen readers hear, and when: "Replying" once after a second, a tool's state at most every five, a
// finished answer once. Never history, thoughts or times. Comes with the rows: before them nothing is said by anybody. How
// texts are heard belongs to announcer.ts.

import { effect, untracked } from '@preact/signals';
import { cleanLine } from '../../content/text.ts';
import type { AgentEntry, SessionSnapshot } from '../../session/types.ts';
import type { ToolQuestion } from '../../tools/types.ts';
import type { Verbosity } from './announcer.ts';
import { newestSince } from './newest.ts';
import { askedTitle } from './question-title.ts';
import type { ChatModel } from './types.ts';
import type { Words } from './words.ts';

const REPLYING_AFTER_MS = 1000;
const TOOL_EVERY_MS = 5000;

/** Makes texts to be heard of an answer. */
type TellAnswer = (entry: AgentEntry, words: Words, verbosity: Verbosity) => Promise<string[]>;

/** @returns a function that ends it. */
export function announceNews(
  {
    session,
    tools,
    words,
    ports,
    panel,
    announcer,
  }: Pick<ChatModel, 'session' | 'tools' | 'words' | 'ports' | 'panel' | 'announcer'>,
  tellAnswer: TellAnswer,
): () => void {
  const { say, alarm, verbosity } = announcer;

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
          if (isLive) {
            tellAnswer(entry, words.peek(), verbosity.peek()).then(
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

  // Announce the question that waits for an answer when the visitor opens the panel.
  let wasOpen = panel.isOpen.peek();
  const stopOpen = effect(() => {
    const isOpen = panel.isOpen.value;
    untracked(() => {
      const question = tools.peek().questions[0];
      if (isOpen && !wasOpen && question) alarm(ask(question));
      wasOpen = isOpen;
    });
  });

  return () => {
    stopReplying();
    stopEntries();
    stopTools();
    stopOpen();
    cancelReplying?.();
    cancelTool?.();
  };
}

const isUnderWay = (entry: AgentEntry) =>
  entry.turn.state === 'working' || entry.turn.state === 'paused';

// Writes what an agent does in a turn: each output becomes an event, in a small transaction of its own; previews go to the open
// streams alone. Knows neither how a turn ends nor what it costs.

import { z } from 'zod';
import { MAX_ANSWER_CHARS, withinAnswer } from '../agents/answer-limits.ts';
import type { AgentOutput, KeptReasoning, ServedApp, ServedOutcome } from '../agents/types.ts';
import { keepApp } from '../apps/app-rows.ts';
import { readRows } from '../kernel/db/rows.ts';
import { failedResult } from '../log/own-results.ts';
import type { SessionWrite } from '../log/session-log.ts';
import { addCall, type CallState, markAnswered } from '../log/tool-calls.ts';
import type { MessageBlock, ThoughtBlock } from '../wire.ts';
import { CLOSE_CONVERSATION, CLOSED_RESULT } from './ask-rating.ts';
import type { BegunCycle, CycleParts } from './begin-cycle.ts';
import { appendCompaction } from './compaction.ts';
import { writeForRun } from './hold.ts';
import { keepReasoning } from './kept-reasoning.ts';
import { canAskByForm, emailIn, REQUEST_HUMAN, requestResult } from './request-human.ts';
import { keepContact } from './visitor-contact.ts';

/** The outputs that leave something behind; `usage` and the ends are the turn's own. */
export type Deed = Exclude<AgentOutput, { kind: 'usage' | 'end' | 'fail' | 'too_long' }>;

export interface TurnWriter {
  /** Whether the log has anything of this turn. */
  hasWritten(): boolean;
  /** Whether the agent has called a client tool, which pauses the run. */
  hasCalled(): boolean;
  write(deed: Deed): Promise<void>;
  /** In one transaction of the run's. */
  hold(work: (write: SessionWrite) => unknown): Promise<void>;
  /** For a turn that failed: what visitors were shown of a message whose rest will never come stays in the log. */
  keepShown(): Promise<void>;
}

const firstCoveredRow = z.object({
  first: z.number().nullable(),
  covered: z.number().nullable(),
});

export function createTurnWriter(parts: CycleParts, cycle: BegunCycle): TurnWriter {
  const { relay, ids, observer } = parts;
  const { run, session } = cycle;
  const ours = { run_id: run.run_id, isProcessed: true };
  let thoughts: ThoughtBlock[] = [];
  /** Waits for the call that it led to. */
  let reasoning: KeptReasoning | null = null;
  /** The message that the streams have seen the beginning of. */
  let preview: { id: string; text: string } | null = null;
  let hasWritten = false;
  let hasCalled = false;

  const writer: TurnWriter = {
    hasWritten: () => hasWritten,
    hasCalled: () => hasCalled,
    hold,
    async write(deed) {
      switch (deed.kind) {
        case 'thought':
          thoughts.push(thoughtBlock(deed.text, deed.thinking_ms));
          return;
        case 'reasoning':
          reasoning = deed.reasoning;
          return;
        case 'delta':
          show(deed.text);
          return;
        case 'message': {
          noteFirstWord();
          const id = preview?.id;
          preview = null;
          return holdMessage(deed.blocks.map(within), id);
        }
        case 'tool_use':
          if (deed.name === REQUEST_HUMAN && cycle.offersHuman) return requestHuman(deed.input);
          if (deed.name === CLOSE_CONVERSATION && cycle.offersClose) return closeConversation();
          hasCalled = true;
          return hold((write) => call(write, deed.name, deed.input, 'pending', { id: deed.id }));
        case 'load_tool':
          return hold(async (write) => {
            const id = await call(write, deed.name, deed.input, 'answered');
            const block = { type: 'tool_result', tool_use_id: id, status: 'tool_loaded' };
            write.append({ type: 'user.tool_result', content: [block], ...ours });
          });
        case 'served_call':
          return hold((write) => call(write, deed.name, deed.input, 'served', { id: deed.id }));
        case 'served_progress':
          return tellProgress(deed.id, deed.text);
        case 'served_result':
          return hold(async (write) => {
            await markAnswered(write.tx, session.session_id, [deed.id]);
            appendOutcome(write, deed.id, deed);
          });
        case 'served_tool_use':
          return hold(async (write) => {
            const id = await call(write, deed.name, deed.input, 'answered', { app: deed.app });
            appendOutcome(write, id, deed);
          });
        case 'broken_tool_use':
          return hold(async (write) => {
            const id = await call(write, deed.name, {}, 'answered');
            const error_code = deed.code ?? 'invalid_input';
            const isRetryable = error_code === 'invalid_input';
            const content = [failedResult(id, error_code, deed.message, isRetryable)];
            write.append({ type: 'user.tool_result', content, error_code, ...ours });
          });
        case 'compact':
          cycle.hasCompacted = true;
          return hold((write) => compact(write, deed.summary));
      }
    },
    async keepShown() {
      if (preview === null || preview.text.trim() === '') return;
      const { id, text } = preview;
      try {
        await holdMessage([{ type: 'text', text }], id);
      } catch {
        // The run fails anyway, and why it fails is what its end has to say.
      }
    },
  };
  return writer;

  function within(block: MessageBlock): MessageBlock {
    if (block.type !== 'text' || block.text.length <= MAX_ANSWER_CHARS) return block;
    observer.say('warn', 'answer_cut', {
      session_id: session.session_id,
      run_id: run.run_id,
      characters: block.text.length,
    });
    return { ...block, text: withinAnswer(block.text) };
  }

  /** For the numbers: how long a visitor waits until something can be read. */
  function noteFirstWord(): void {
    cycle.firstWordAt ??= Math.round(parts.clock.now());
  }

  function show(text: string): void {
    noteFirstWord();
    if (preview === null) {
      preview = { id: ids.next('event'), text: '' };
      const event = { type: 'agent.message', id: preview.id } as const;
      relay.preview(session.session_id, { type: 'event_start', event });
    }
    // Text beyond the message's bound is shown nowhere.
    const room = Math.max(0, MAX_ANSWER_CHARS - preview.text.length);
    const shown =
      text.length <= room ? text : withinAnswer(preview.text + text).slice(preview.text.length);
    if (room === 0 || shown === '') return;
    preview.text += shown;
    relay.preview(session.session_id, {
      type: 'event_delta',
      event_id: preview.id,
      delta: { type: 'content_delta', index: 0, content: { type: 'text', text: shown } },
    });
  }

  /** Each report takes the place of the one before. */
  function tellProgress(id: string, text: string): void {
    relay.preview(session.session_id, {
      type: 'event_start',
      event: { type: 'tool.progress', id },
    });
    const delta = { type: 'content_delta', index: 0, content: { type: 'text', text } } as const;
    relay.preview(session.session_id, { type: 'event_delta', event_id: id, delta });
  }

  /** The thoughts that came before a message are its first blocks. */
  function holdMessage(blocks: readonly MessageBlock[], id: string | undefined): Promise<void> {
    const content: MessageBlock[] = [...thoughts, ...blocks];
    thoughts = [];
    return hold(({ append }) => {
      append({ type: 'agent.message', content, ...ours, ...(id === undefined ? {} : { id }) });
    });
  }

  async function hold(work: (write: SessionWrite) => unknown): Promise<void> {
    await writeForRun(parts.log, cycle, async (write) => {
      await work(write);
    });
    hasWritten = true;
  }

  /** The gateway's own tool: nothing waits for a page. */
  async function requestHuman(input: Record<string, unknown>): Promise<void> {
    const now = parts.clock.now();
    const presence = await parts.findPresence(now, session.client_id);
    const email = emailIn(input);
    await hold(async (write) => {
      const id = await call(write, REQUEST_HUMAN, input, 'answered');
      const hasForm = canAskByForm(session.client_tools);
      if (write.session.wanted_at === null) {
        write.set({ wanted_at: write.now });
        await parts.assign(write);
      }
      const content = requestResult(presence, hasForm, email);
      if (email !== null) await keepContact(write, email);
      const data = { reason: typeof input.reason === 'string' ? input.reason : null };
      write.append({
        type: 'user.tool_result',
        content: [{ type: 'tool_result', tool_use_id: id, content }],
        news: { type: 'handover.requested', data },
        ...ours,
      });
    });
  }

  /** As a colleague closes one: what the visitor writes next opens it again. */
  function closeConversation(): Promise<void> {
    return hold(async (write) => {
      const id = await call(write, CLOSE_CONVERSATION, {}, 'answered');
      write.set({
        closed_at: write.now,
        snoozed_until: null,
        wanted_at: null,
        unanswered_since: null,
      });
      write.noteWork();
      const content = [{ type: 'tool_result', tool_use_id: id, content: CLOSED_RESULT }];
      write.append({ type: 'user.tool_result', content, ...ours });
    });
  }

  /** The result of a call that the gateway has run, and below it what the visitor is shown of it. */
  function appendOutcome(
    { append }: SessionWrite,
    id: string,
    { text, isFailure, shown = [] }: ServedOutcome,
  ): void {
    const error_code = 'execution_failed';
    const block = isFailure
      ? failedResult(id, error_code, text)
      : { type: 'tool_result', tool_use_id: id, content: text };
    const failure = isFailure ? { error_code } : {};
    append({ type: 'user.tool_result', content: [block], ...ours, ...failure });
    if (shown.length > 0) append({ type: 'agent.message', content: shown, ...ours });
  }

  async function call(
    { tx, append }: SessionWrite,
    name: string,
    input: Record<string, unknown>,
    state: CallState,
    {
      id = ids.next('tool_use'),
      app,
    }: { id?: string | undefined; app?: ServedApp | undefined } = {},
  ): Promise<string> {
    const block = { type: 'tool_use', id, name, input };
    const content = [app === undefined ? block : { ...block, ui: uiOf(app) }];
    const { seq } = append({ type: 'agent.tool_use', content, ...ours });
    const { session_id } = session;
    const { run_id } = run;
    await addCall(tx, session_id, run_id, id, seq, state);
    if (reasoning !== null)
      await keepReasoning(tx, { session_id, run_id, tool_use_id: id }, reasoning);
    reasoning = null;
    if (app !== undefined) await keepApp(tx, { session_id, tool_use_id: id, input }, app);
    return id;
  }

  /** An agent's own summary stands for everything before this run's first message. */
  async function compact(write: SessionWrite, summary: string): Promise<void> {
    const [places] = await readRows(
      write.tx,
      firstCoveredRow,
      `SELECT min(history_seq) FILTER (WHERE run_id = $2) AS first, max(covers_seq) AS covered
         FROM events WHERE session_id = $1`,
      [session.session_id, run.run_id],
    );
    // Events that an earlier summary covers stay covered.
    const covers = Math.max((places?.first ?? 1) - 1, places?.covered ?? 0);
    appendCompaction(write, run.run_id, summary, { coversSeq: covers });
  }
}

/** What a client needs to know before it asks for the app. */
function uiOf({ uri, title, resource: { digest, border } }: ServedApp) {
  return { resource: uri, digest, title, ...(border === null ? {} : { border }) };
}

function thoughtBlock(text: string, thinkingMs: number | undefined): ThoughtBlock {
  const block: ThoughtBlock = { type: 'thought', text };
  if (thinkingMs !== undefined) block.extra_content = { gateway: { thinking_ms: thinkingMs } };
  return block;
}

// One call, stage by stage: find → allowed → valid input → (ask the visitor) → journal → run. Each stage passes or
// throws a ToolError, which is a result like any other. It knows nothing of posting, or of what earlier pages did.

import type { Clock, Page } from '../platform/types.ts';
import type { JsonObject } from '../protocol/json.ts';
import { type Approvals, identify, isBound, toQuestion } from './approval.ts';
import { TAKEN } from './attempt.ts';
import type { Call } from './call.ts';
import { execute, type Run } from './execute.ts';
import { failToLoad } from './failure.ts';
import { freezeInput } from './input.ts';
import type { Journal } from './journal.ts';
import type { Row } from './journal-row.ts';
import { watchLeaving } from './leaving.ts';
import type { Presence } from './presence.ts';
import type { ToolRegistry } from './registry.ts';
import { summarize } from './summary.ts';
import { ToolError } from './tool-error.ts';
import type { Tool } from './types.ts';

export interface PipelineParts {
  clock: Clock;
  page: Page;
  /** Says something to the other tabs. */
  tell: (message: { type: 'have' | 'seek'; toolUseId: string; tabId: string }) => void;
  registry: Pick<ToolRegistry, 'find' | 'onChange'>;
  journal: Pick<Journal, 'claim' | 'start'>;
  presence: Pick<Presence, 'isAlive'>;
  approvals: Approvals;
  calls: ReadonlyMap<string, Call>;
  tabId: string;
  isFramed: boolean;
  readLog: () => Promise<void>;
  /** The page is on its way out, or in the back-forward cache. */
  isLeaving: () => boolean;
}

export interface Pipeline {
  /** `earlier`: what the journal says of a tab that is gone. Rejects with ToolError or one of attempt.ts's symbols. */
  run(call: Call, earlier: Row | null): Promise<Run>;
  /** Waits 10 s for the page to register it. Throws ToolError `tool_unavailable`. */
  find(call: Call): Promise<Tool>;
}

/** How long the page has to register a tool. */
const REGISTER_MS = 10_000;
/** After this a tool that isn't read-only runs only when the visitor says so now. */
const STALE_MS = 600_000;
/** A call that was first seen later than now means that the clock was set back, unless the difference is this small. */
const CLOCK_SLACK_MS = 60_000;
const NOT_BEGUN = 'The conversation went on before this began.';
/** A hidden tab leaves the call to a visible one for a moment. */
const HIDDEN_WAIT_MS = 400;
/** A disk that works takes less. */
const LONG_CLAIM_MS = 1_000;

export function createPipeline(parts: PipelineParts): Pipeline {
  const {
    clock,
    page,
    tell,
    registry,
    journal,
    presence,
    approvals,
    calls,
    tabId,
    isFramed,
    readLog,
  } = parts;

  /** find → allowed → valid input → (ask the visitor) → journal → run; the result is the caller's to post. */
  async function runThrough(call: Call, earlier: Row | null): Promise<Run> {
    const tool = await find(call);
    admit(tool);
    if (earlier?.state === 'started' && !tool.isIdempotent && !isBound(earlier, call.text, tool)) {
      throw new ToolError('cancelled', 'What an earlier page had begun was another tool.');
    }
    const input = await checkInput(tool, call);
    const decision = await ask(call, tool, input, earlier);
    if (decision === false) return runThrough(call, earlier);
    // From here on no message may end the pause: a claim takes as long as the disk does.
    call.marks.begin(true);
    try {
      await claim(call, tool, earlier);
      return await perform(call, tool, input, typeof decision === 'object' ? decision : undefined);
    } finally {
      call.marks.begin(false);
    }
  }

  async function find(call: Call): Promise<Tool> {
    call.attempt.throwIfAborted();
    const { name, toolUseId } = call.request;
    const now = registry.find(name);
    if (now !== null) {
      tell({ type: 'have', toolUseId, tabId });
      return now;
    }
    call.show({ state: 'looking' });
    call.marks.seenAt ??= clock.monotonic();
    tell({ type: 'seek', toolUseId, tabId });
    for (;;) {
      const left = (call.marks.seenAt ?? 0) + REGISTER_MS - clock.monotonic();
      const found = await call.attempt.wait<Tool | null>((resolve) => {
        const timer = clock.setTimeout(() => resolve(null), Math.max(0, left));
        const off = registry.onChange(() => {
          const tool = registry.find(name);
          if (tool !== null) resolve(tool);
        });
        return () => {
          clock.clearTimeout(timer);
          off();
        };
      });
      if (found !== null) return found;
      // Another page of this site may have it, and be asking the visitor right now.
      if (!(await isHeldElsewhere(call))) break;
      call.marks.seenAt = clock.monotonic();
    }
    throw new ToolError('tool_unavailable', `This page has no tool "${name}".`);
  }

  async function isHeldElsewhere(call: Call): Promise<boolean> {
    for (const holder of call.marks.holders) {
      if (await presence.isAlive(holder)) return true;
      call.marks.holders.delete(holder);
    }
    return false;
  }

  function admit(tool: Tool): void {
    if (isFramed && !tool.isReadOnly) {
      throw new ToolError(
        'permission_denied',
        'This chat is shown inside another site, where only tools that change nothing may run.',
      );
    }
  }

  async function checkInput(tool: Tool, call: Call): Promise<JsonObject> {
    const frozen = freezeInput(call.request.input);
    if (call.text === null) {
      throw new ToolError('invalid_input', 'The input is nested too deeply.');
    }
    const { validate } = await import('./validate.ts').catch(failToLoad);
    await validate(tool.inputSchema, frozen);
    tool.card?.check?.(frozen);
    return frozen;
  }

  /**
   * False: the tool changed while the visitor was thinking; what they saw no longer holds. A record: the answer to a
   * card, which is asked for each time.
   */
  async function ask(
    call: Call,
    tool: Tool,
    input: JsonObject,
    earlier: Row | null,
  ): Promise<boolean | JsonObject> {
    const age = clock.now() - call.request.firstSeenAt;
    const isFresh = age >= -CLOCK_SLACK_MS && age <= STALE_MS;
    const isConfirmed = !tool.card?.asks && (isFresh || tool.isReadOnly || call.marks.isHere);
    // A call that an earlier page had claimed was allowed there: this tool, with this input.
    if (isConfirmed && isBound(earlier, call.text, tool)) return true;
    if (isConfirmed && tool.approval === 'auto') return true;
    if (isConfirmed && tool.approval === 'ask' && (await approvals.has(tool))) return true;
    const summary = await summarize(tool, input, call, clock);
    const question = toQuestion(tool, call.request.toolUseId, input, isFresh, summary);
    const decision = await call.question.ask(question);
    if (decision === 'no') {
      const what = question.isCard ? 'answer' : 'allow';
      throw new ToolError('declined', `The visitor did not ${what} this.`);
    }
    const current = registry.find(call.request.name);
    if (current === null || identify(current) !== identify(tool)) return false;
    if (decision === 'conversation' && question.offersConversation) {
      await approvals.add(tool);
      // Questions about the same tool that wait beside this one are answered too.
      for (const other of calls.values()) other.question.allow(tool.name);
    }
    if (!question.isCard) return true;
    // Only the card itself makes records; anything else answers nothing.
    return typeof decision === 'object' ? decision : false;
  }

  async function claim(call: Call, tool: Tool, earlier: Row | null): Promise<void> {
    if (!page.isVisible()) {
      await call.attempt.wait<void>((resolve) => {
        const timer = clock.setTimeout(resolve, HIDDEN_WAIT_MS);
        return () => clock.clearTimeout(timer);
      });
    }
    const { toolUseId } = call.request;
    const since = clock.monotonic();
    const bond = { tool: identify(tool), ...(call.text === null ? {} : { call: call.text }) };
    const claimed = await journal.claim(toolUseId, earlier, bond);
    if (claimed === 'lost') throw TAKEN;
    // A claim that took long: another tab may have refused the call meanwhile, and without a channel only the log tells.
    if (clock.monotonic() - since >= LONG_CLAIM_MS) {
      await call.attempt.wait<void>((resolve) => {
        readLog().then(resolve, () => resolve());
        return () => {};
      });
    }
    call.attempt.throwIfAborted();
    const started = await journal.start(toolUseId, {
      startedAt: Math.round(clock.now()),
      // `navigates` wins over `repeatable`: going there again would drag back a visitor who has moved on since.
      effect: tool.navigates ? 'navigates' : tool.isIdempotent ? 'repeatable' : 'once',
      canVerify: tool.verify !== undefined,
    });
    if (started === 'lost') throw TAKEN;
    if (started === 'volatile' && !tool.isIdempotent) {
      throw new ToolError(
        'unavailable',
        'This browser keeps nothing for this site, so a tool that must not run twice is not run.',
        { retryable: false },
      );
    }
    // Stopped after the row was stored and before the handler: nothing was done, although the row says `started`.
    if (call.isGone) throw new ToolError('cancelled', NOT_BEGUN, { retryable: true });
    call.attempt.throwIfAborted();
  }

  async function perform(
    call: Call,
    tool: Tool,
    input: JsonObject,
    answer: JsonObject | undefined,
  ): Promise<Run> {
    const startedAt = Math.round(clock.now());
    call.show({
      state: 'running',
      startedAt,
      isAsking: tool.asksVisitor,
      isSeen: tool.isSeen,
      isCard: tool.source === 'cards',
    });
    const leaving = tool.navigates ? watchLeaving(parts) : null;
    try {
      const ran = await execute(
        tool,
        (context) => tool.execute(input, answer === undefined ? context : { ...context, answer }),
        call.request,
        call.attempt.signal,
        clock,
      );
      if (tool.card?.isSecret && ran.ended.isOk) return { ...ran, isSecret: true };
      if (leaving === null || !ran.ended.isOk) return ran;
      await leaving.settled(call.attempt.signal);
      const content = ran.ended.content ?? `Navigated to ${page.url()}`;
      return leaving.hasMoved() ? { ...ran, ended: { isOk: true, content } } : ran;
    } finally {
      leaving?.close();
    }
  }

  return { run: runThrough, find };
}

// Invariants 6, 7 and 9: a tool runs once, after its journal row, and the gateway hears the truth about it.

import { type Evidence, type HandlerRun, REPEATABLE } from './evidence.ts';

/** Error codes that say that nothing was done. */
const CLAIMS_NOTHING: readonly unknown[] = [
  'cancelled',
  'declined',
  'tool_unavailable',
  'unavailable',
  'invalid_input',
];
/** No client can know of a message that arrives this close to a tool's start. */
const CROSSING_MS = 100;

/** Tools that may leave the page. If the page goes in the middle of one, the tool is taken to have done it. */
const LEAVING: ReadonlySet<string> = new Set(['go', 'stay']);

const hasEffect = (run: HandlerRun): boolean => run.hasEffect ?? run.isDone;

/** 6. A tool that is not idempotent runs at most once per tool_use_id. */
export function checkOnce({ handlers }: Pick<Evidence, 'handlers'>): string[] {
  const runs = new Map<string, number>();
  for (const { name, toolUseId } of handlers) {
    if (!REPEATABLE.has(name)) runs.set(toolUseId, (runs.get(toolUseId) ?? 0) + 1);
  }
  return [...runs].flatMap(([id, times]) => (times > 1 ? [`6: ${id} ran ${times} times`] : []));
}

/** 7. A durable journal row is written before each handler starts. */
export function checkJournaled({ handlers }: Pick<Evidence, 'handlers'>): string[] {
  return handlers.flatMap(({ name, isJournaled }) =>
    isJournaled || REPEATABLE.has(name) ? [] : [`7: ${name} ran before its journal row`],
  );
}

/** 9. The posted result is the handler's; success means that it completed; `cancelled` means no effect. */
export function checkTruth(evidence: Evidence): string[] {
  const { gateway, handlers } = evidence;
  const broken: string[] = [];
  for (const [id, blocks] of gateway.accepted) {
    const mine = handlers.filter((run) => run.toolUseId === id);
    for (const { is_error, error_code, content } of blocks) {
      if (is_error === true) {
        if (error_code === 'internal_error') {
          broken.push(`18: ${id} says that the chat failed: ${String(content)}`);
        }
        if (error_code === 'execution_failed' && isDeniedSuccess(mine, content)) {
          broken.push(`9: ${id} was done, and says ${String(content)}`);
        }
        if (!CLAIMS_NOTHING.includes(error_code) || admitsDoubt(content)) continue;
        const wasDone = mine.some((run) => !REPEATABLE.has(run.name) && hasEffect(run));
        if (wasDone) broken.push(`9: ${id} says ${String(error_code)}, and was done`);
      } else if (!isArrival(evidence, id, content) && !mine.some((run) => isTrue(run, content))) {
        broken.push(`9: ${id} says "${String(content).slice(0, 80)}"`);
      }
    }
  }
  for (const { toolUseId, at, by, isOtherDevice } of gateway.cancellations ?? []) {
    if (isOtherDevice) continue;
    const run = handlers.find((other) => other.toolUseId === toolUseId);
    if (run?.startedAt === undefined || REPEATABLE.has(run.name)) continue;
    const { startedAt, tab } = run;
    // A tab can't stop a tool because of another tab's message if the tabs can't hear each other.
    const isOwn = evidence.network.asked.every((asked) => asked.text !== by || asked.tab === tab);
    if (evidence.plan.isDeaf === true && !isOwn) continue;
    // A message that was sent before the tool started may arrive at any time, unless its reply was there already.
    const wasUnderWay = evidence.network.asked.some(
      ({ text, at: sentAt, doneAt }) =>
        text === by && sentAt < startedAt + CROSSING_MS && (doneAt === 0 || doneAt >= at),
    );
    // Its result was given up, so a message may end the pause.
    if (wasGivenUp(evidence, toolUseId, at)) continue;
    if (!wasUnderWay && startedAt < at - CROSSING_MS) {
      broken.push(`9: "${by}" cancelled ${toolUseId} as it ran`);
    }
  }
  return broken;
}

/** How often the client posts a result that the gateway fails to take. */
const RESULT_TRIES = 5;
/** Statuses that don't refuse the result itself: they ask for another token or for patience, or tell a conflict. */
const NO_REFUSALS = [401, 402, 408, 409, 429];

/** Whether, before `at`, the result was refused or had failed RESULT_TRIES times. */
function wasGivenUp({ network }: Evidence, toolUseId: string, at: number): boolean {
  const failed = network.asked.filter(
    ({ step, calls, status, doneAt }) =>
      step === 'result' && calls.includes(toolUseId) && doneAt > 0 && doneAt < at && status >= 400,
  );
  const isRefused = failed.some(({ status }) => status < 500 && !NO_REFUSALS.includes(status));
  return isRefused || failed.length >= RESULT_TRIES;
}

/** Whether the only run succeeded, and the chat knew. A page that froze or died can't know, and says "unknown". */
function isDeniedSuccess(runs: readonly HandlerRun[], content: unknown): boolean {
  const [run, ...more] = runs;
  if (run === undefined || more.length > 0 || !run.isDone || run.name === 'throws') return false;
  return !admitsDoubt(content);
}

/** Reads the envelope as it was sent, or as the log returns it. */
function admitsDoubt(content: unknown): boolean {
  return /outcome (is )?unknown/.test(JSON.stringify(content) ?? '');
}

/** Whether the result only says that a new page came after a tool that leaves, which is all that can be known. */
function isArrival(
  { gateway, handlers, hasDeaths }: Evidence,
  id: string,
  content: unknown,
): boolean {
  if (!String(content).startsWith('Navigated to ')) return false;
  const mine = handlers.filter((run) => run.toolUseId === id);
  // If the page that ran it is still there, it has not left. Without a run, the page died before the handler began.
  const isGone =
    mine.length > 0
      ? mine.some((run) => run.isDone || run.isHere?.() !== true)
      : hasDeaths !== false;
  if (!isGone) return false;
  return gateway.rows().some(({ event }) => {
    if (event.type !== 'agent.tool_use') return false;
    const blocks = event.content as { id?: string; name?: string }[];
    return blocks.some((block) => block.id === id && LEAVING.has(block.name ?? ''));
  });
}

function isTrue(run: HandlerRun, content: unknown): boolean {
  const { name, toolUseId, isDone } = run;
  // A tool that leaves may have nothing to say.
  if (typeof content !== 'string') return content === undefined && isDone && LEAVING.has(name);
  if (name === 'sure' && content.startsWith('Done, as checked')) return hasEffect(run);
  const said = `did ${name} ${toolUseId}`;
  return isDone && (content === said || content.startsWith(`${said} `));
}

/** 9. A handler runs to its end, unless the visitor stops it, its time is up, or the gateway no longer waits for it. */
export function checkDropped({ handlers }: Pick<Evidence, 'handlers'>): string[] {
  return handlers.flatMap(({ toolUseId, isDropped }) =>
    isDropped === true ? [`9: ${toolUseId} was stopped, and nobody had said stop`] : [],
  );
}

/** 9. No tool that needs the visitor's permission ran without it. */
export function checkAllowed({ handlers, allowed }: Evidence): string[] {
  if (allowed === undefined) return [];
  return handlers.flatMap(({ name, toolUseId }) =>
    name !== 'ask' || allowed.has(name) || allowed.has(toolUseId)
      ? []
      : [`9: ${toolUseId} ran, and nobody has allowed it`],
  );
}

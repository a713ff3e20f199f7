// Joins a conversation's session with the runner of its tool calls, which is fetched when the gateway first waits for a
// tool: calls go from the log to the runner, results from the runner to the session. It knows nothing of what a call does.

import { isFramedByAnother, type Platform } from '../platform/index.ts';
import type { OpenSession } from '../session/session.ts';
import type { SessionSettings } from '../session/settings.ts';
import type { Session } from '../session/types.ts';
import type { ToolRegistry } from '../tools/index.ts';
import type { ToolRunner, ToolsSnapshot } from '../tools/types.ts';
import type { DebugLog } from './debug-log.ts';
import { NO_TOOLS } from './stage.ts';
import type * as toolWork from './tool-work.ts';
import { createValue, type Value } from './value.ts';

export interface ToolCallsParts {
  platform: Platform;
  registry: ToolRegistry;
  debug: Pick<DebugLog, 'warn'>;
  settleMs: number | undefined;
  loadToolWork(): Promise<typeof toolWork>;
}

/** What a session asks of its tools: a part of its settings. */
type Asked = Pick<
  SessionSettings,
  'areHandlersRunning' | 'hasOpenQuestions' | 'onQuestionsSkipped' | 'stopTools'
>;

export interface ToolCalls {
  session: Session;
  /** What this device knows of each call. */
  state: Value<ToolsSnapshot>;
  /** Null until the gateway has waited for a tool. */
  runner(): ToolRunner | null;
  /** Closes the session too. */
  close(): void;
}

/** Pause before the runner is fetched again after a failure. */
const RUNNER_RETRY_MS = 5_000;

/** `open` makes the session, whose calls run from now on. */
export function createToolCalls(
  parts: ToolCallsParts,
  open: (asked: Asked) => OpenSession,
): ToolCalls {
  const { platform, registry, debug, settleMs } = parts;
  const state = createValue(NO_TOOLS);
  let runner: ToolRunner | null = null;
  let isClosed = false;
  /** The gateway waits for a tool, and the runner is being fetched for the first time. */
  let isAwaited = false;
  let isFetching = false;
  /** The last fetch of the runner, ended or not. */
  let fetching: Promise<void> = Promise.resolve();
  let hasFetched = false;

  const session = open({
    // Count the first fetch of the runner as running: an earlier page may have begun a handler, and only the runner
    // knows. After a failed fetch nothing waits for it.
    areHandlersRunning: () => isAwaited || state.get().isRunning,
    hasOpenQuestions() {
      const { questions, calls } = state.get();
      return (
        questions.length > 0 ||
        [...calls.values()].some(({ status }) => status.state === 'running' && status.isAsking)
      );
    },
    onQuestionsSkipped: () => runner?.skipQuestions(),
    // Wait for a runner that is being fetched: once there, it would begin the calls that the visitor has stopped.
    async stopTools() {
      await fetching;
      await runner?.stop();
    },
  });

  async function fetchRunner(): Promise<void> {
    isFetching = true;
    isAwaited = !hasFetched;
    hasFetched = true;
    try {
      const { createResults, createToolRunner } = await parts.loadToolWork();
      const { sessionId } = session.getSnapshot();
      if (isClosed || sessionId === null) return;
      const made = createToolRunner({
        platform,
        registry,
        postResults: session.resultsBy(createResults),
        evict: session.evict,
        refresh: session.refresh,
        onWarning: debug.warn,
        namespace: `tools:${sessionId}`,
        isFramed: isFramedByAnother(),
        ...(settleMs === undefined ? {} : { commitMs: settleMs }),
      });
      made.subscribe(() => {
        state.set(made.getSnapshot());
        session.toolsChanged();
      });
      runner = made;
      isAwaited = false;
      follow();
    } catch (error) {
      isAwaited = false;
      session.toolsChanged();
      debug.warn(`The tools could not be loaded: ${error}`);
      platform.clock.setTimeout(() => {
        isFetching = false;
        if (!isClosed) follow();
      }, RUNNER_RETRY_MS);
    }
  }

  function follow(): void {
    const { run, isUpToDate } = session.getSnapshot();
    // Run no call of the stored log before the gateway has been asked: it may have ended long ago.
    const calls = run.state === 'paused' && isUpToDate ? run.calls : [];
    if (runner !== null) runner.update(calls);
    else if (calls.length > 0 && !isFetching) fetching = fetchRunner();
  }

  session.subscribe(follow);
  follow();
  return {
    session,
    state,
    runner: () => runner,
    close() {
      isClosed = true;
      runner?.close();
      session.close();
    },
  };
}

// What other tabs and the life of the page do to the calls of this tab: what the others tell, and that the page leaves,
// comes back from the cache, is online again or visible again.

import { type Call, isOver } from './call.ts';
import type { CallsContext } from './context.ts';
import type { Pipeline } from './pipeline.ts';
import type { Poster } from './post.ts';
import { SKIPPED, TAKEN } from './waits.ts';

/** `stop`: Stop was pressed in another tab. Returns how to hear of nothing more. */
export function followTab(
  { page, tab, presence, journal, registry, calls }: CallsContext,
  pipeline: Pipeline,
  poster: Poster,
  stop: () => void,
): () => void {
  function hear(message: unknown): void {
    const { type, toolUseId, tabId: from, kept } = (message ?? {}) as Record<string, unknown>;
    if (type === 'stop') stop();
    // Also of calls that this tab hasn't heard of yet.
    if (type === 'kept' && typeof toolUseId === 'string') journal.hear(toolUseId, kept);
    const call = typeof toolUseId === 'string' ? calls.get(toolUseId) : undefined;
    if (call === undefined) return;
    if (type === 'unposted' && call.status.state === 'posting') {
      call.show({ ...call.status, state: 'unposted' });
    }
    if (type === 'changed' || type === 'kept') void look(call);
    if (type === 'have' && typeof from === 'string') call.marks.holders.add(from);
    if (type === 'seek' && registry.find(call.request.name) !== null) {
      tab.tell({ type: 'have', toolUseId: call.request.toolUseId, tabId: tab.id });
    }
  }

  /** The journal changed in another tab. */
  async function look(call: Call): Promise<void> {
    const row = await journal.get(call.request.toolUseId);
    if (row === 'unreadable') return;
    const isTaken = row !== null && row.owner !== tab.id;
    if (isTaken) call.question.taken();
    call.waits.nudge();
    // The call was skipped here for a message that hasn't gone yet, and allowed in another tab.
    if (isTaken && call.waits.signal.reason === SKIPPED) pipeline.askAgain(call);
    else if (!call.marks.isAtWork && !['discarded', 'unposted'].includes(call.status.state)) {
      void pipeline.take(call);
    }
  }

  function wake(): void {
    for (const call of calls.values()) {
      if (!call.marks.isAtWork && !isOver(call)) void pipeline.take(call);
    }
    void poster.flush();
  }

  tab.enter(hear);
  const offs = [
    page.on('pagehide', () => {
      tab.leave();
      journal.release();
      presence.release();
    }),
    page.on('pageshow', () => {
      tab.enter(hear);
      // While this page was in the cache another may have asked `verify`, and told that nothing had happened. So stop
      // these handlers, before anything else of this page goes on.
      for (const call of calls.values()) {
        const canVerify = registry.find(call.request.name)?.verify !== undefined;
        if (canVerify && call.marks.isAtWork && call.status.state === 'running')
          call.waits.abort(TAKEN);
      }
      if (calls.size === 0) return;
      void presence.hold().then(() => {
        // The journal has what other tabs said meanwhile.
        for (const call of calls.values()) void look(call);
        wake();
      });
    }),
    page.on('online', () => {
      void poster.retry();
      wake();
    }),
    page.on('visible', wake),
  ];
  return () => {
    for (const off of offs) off();
    tab.close();
  };
}

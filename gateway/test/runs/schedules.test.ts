// Random conversations, several senders at once, interrupts and late results among them: whatever the order, the
// log keeps the promises of the interface. The seed of a failing schedule is printed by fast-check.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../test/chance.ts';
import { readRows } from '../../kernel/db/rows.ts';
import {
  createHarness,
  type Harness,
  message,
  type Reply,
  result,
  results,
  type SessionHandle,
  type WireEvent,
} from '../harness.ts';

const sumRow = z.object({
  sum: z.string().nullable(),
});

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const step = fc.oneof(
  fc.constant({ say: 'words' }),
  fc.constant({ think: 'hm' }),
  fc.integer({ min: 1, max: 50 }).map((wait_ms) => ({ wait_ms })),
  fc.constant({ call: [{ name: 'a' }] }),
  fc.constant({ call: [{ name: 'a' }, { name: 'b' }] }),
  fc.constant({ compact: 'short' }),
  fc.constant({ stop: 'max_tokens' }),
  fc.constant({ fail: 'upstream_error' }),
);
const script = fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 6 });

type Act =
  | 'message'
  | 'two messages'
  | 'system'
  | 'interrupt'
  | 'answer all'
  | 'answer one'
  | 'answer old'
  | 'wait';
const act = fc.constantFrom<Act>(
  'message',
  'two messages',
  'system',
  'interrupt',
  'answer all',
  'answer all',
  'answer one',
  'answer old',
  'wait',
);
/** Acts of one group are sent at the same moment. */
const schedule = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 8,
});

/** Null: there is nothing to answer, or time passes instead. */
async function perform(session: SessionHandle, what: Act): Promise<Reply | null> {
  switch (what) {
    case 'message':
      return session.say('hi');
    case 'two messages':
      return session.send([message('hi'), message('there')]);
    case 'system':
      return session.send([message('be kind', 'system.message')]);
    case 'interrupt':
      return session.send([{ type: 'user.interrupt' }]);
    case 'wait':
      await harness.clock.advance(20);
      return null;
    case 'answer all':
    case 'answer one': {
      const ids = await session.pending();
      const chosen = what === 'answer one' ? ids.slice(0, 1) : ids;
      if (chosen.length === 0) return null;
      return session.send([results(...chosen.map((id) => result(id, { content: 'ok' })))]);
    }
    case 'answer old': {
      const [use] = (await session.events()).filter((event) => event.type === 'agent.tool_use');
      if (use === undefined) return null;
      return session.send([results(result(use.content[0]?.id as string, { content: 'late' }))]);
    }
  }
}

/** What holds of every log, whatever was sent. */
function expectPromisesKept(events: readonly WireEvent[]) {
  let isRunning = false;
  const calls = new Set<string>();
  const answered = new Set<string>();
  for (const event of events) {
    switch (event.type) {
      case 'session.status_running':
        expect(isRunning).toBe(false);
        isRunning = true;
        break;
      case 'session.status_idle':
      case 'session.error':
        expect(isRunning).toBe(true);
        expect(event.usage).toBeDefined();
        isRunning = false;
        if (event.content.stop_reason === 'client_tool_use') {
          const open = [...calls].filter((id) => !answered.has(id));
          expect(event.content.tool_use_ids).toEqual(open);
          expect(Object.keys(event.content.tool_traceparents as object)).toEqual(open);
        } else {
          // Nothing stays open but at a pause.
          expect([...calls].filter((id) => !answered.has(id))).toEqual([]);
        }
        break;
      case 'agent.message':
      case 'session.turn_usage':
      case 'session.compaction':
        expect(isRunning).toBe(true);
        break;
      case 'agent.tool_use':
        expect(isRunning).toBe(true);
        calls.add(event.content[0]?.id as string);
        break;
      case 'user.tool_result':
        for (const block of event.content) {
          const id = block.tool_use_id as string;
          expect(calls.has(id)).toBe(true);
          expect(answered.has(id)).toBe(false);
          answered.add(id);
        }
        break;
    }
  }
  expect(isRunning).toBe(false);
  const instants = events.map((event) => Date.parse(event.created_at));
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
}

describe('whatever is sent, in whatever order', () => {
  it('every cycle ends once, every call has one answer, every message is taken up, nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(script, schedule, async (turns, groups) => {
        const session = await harness.session({ script: turns });
        const accepted: string[] = [];
        for (const group of groups) {
          const replies = await Promise.all(group.map((what) => perform(session, what)));
          for (const reply of replies) {
            if (reply === null) continue;
            expect([200, 400, 409]).toContain(reply.status);
            if (reply.status === 200) accepted.push(...reply.body.data.map((event) => event.id));
          }
        }
        // Whatever still waits gets its time; 1 s is more than any script can wait.
        for (let i = 0; i < 10; i += 1) {
          await harness.clock.advance(300);
        }
        await harness.settled();
        const events = await session.events();
        expectPromisesKept(events);
        const ids = events.map((event) => event.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of accepted) expect(ids).toContain(id);
        const last = events.findLast((event) => event.type === 'session.status_idle')?.content;
        const untaken = events.filter(
          (event) => event.type === 'user.message' && event.processed_at === null,
        );
        // A message may wait only while the run that will take it in waits for results.
        if (untaken.length > 0) expect(last?.stop_reason).toBe('client_tool_use');
        const charged = await readRows(
          harness.db,
          sumRow,
          'SELECT sum(credits_nano) AS sum FROM usage_ledger WHERE session_id = $1',
          [session.id],
        );
        const shown = events.reduce((sum, event) => sum + (event.usage?.credits_nano ?? 0), 0);
        expect(Number(charged[0]?.sum ?? 0)).toBe(shown);
        expect(harness.reported).toEqual([]);
      }),
      { numRuns: cases(80) },
    );
  });
});

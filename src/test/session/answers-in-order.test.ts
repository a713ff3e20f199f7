// The real gateway's log, as the visitor sees it: whatever a script does and whenever the visitor writes, answers a call
// or meets a person of the site, each answer stands below its message.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type SessionHandle } from '../../../gateway/test/harness.ts';
import { cases } from '../../../test/chance.ts';
import { parseEvents, type SessionEvent } from '../../protocol/index.ts';
import { readRun } from '../../session/run-state.ts';
import { buildTranscript, type Transcript } from '../../session/transcript.ts';
import type { TranscriptEntry } from '../../session/types.ts';

type Act =
  | { do: 'write' | 'answer all' | 'answer one' | 'stop' | 'take over' | 'reply' | 'hand back' }
  | { do: 'wait'; ms: number };

const MESSAGES = 4;

/** Steps of one turn; its last words name the message that they answer. */
const turnOf = (index: number, steps: readonly unknown[]) => [...steps, { say: `answer ${index}` }];

const step = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }).map((wait_ms) => ({ wait_ms })),
  fc.constant({ call: [{ name: 'search', input: {} }] }),
  fc.constant({
    call: [
      { name: 'one', input: {} },
      { name: 'two', input: {} },
    ],
  }),
  fc.constant({ think: 'Hm.' }),
);
const script = fc
  .array(fc.array(step, { maxLength: 3 }), { minLength: MESSAGES, maxLength: MESSAGES })
  .map((turns) => turns.map((steps, index) => turnOf(index, steps)));
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Act>({ do: 'write' }) },
  {
    weight: 5,
    arbitrary: fc.integer({ min: 0, max: 2_500 }).map((ms): Act => ({ do: 'wait', ms })),
  },
  { weight: 3, arbitrary: fc.constant<Act>({ do: 'answer all' }) },
  { weight: 1, arbitrary: fc.constantFrom<Act>({ do: 'answer one' }, { do: 'stop' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Act>({ do: 'take over' }, { do: 'reply' }, { do: 'hand back' }),
  },
);

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const wordsOf = (entry: TranscriptEntry): string =>
  entry.kind === 'user'
    ? textOf(entry.content)
    : entry.kind === 'agent'
      ? entry.parts.map((part) => (part.kind === 'message' ? textOf(part.blocks) : '')).join(' ')
      : '';

const textOf = (blocks: readonly { type: string }[]): string =>
  blocks.map((block) => ('text' in block ? String(block.text) : '')).join(' ');

/** What the visitor sees of these events, built on what they saw before. */
function show(previous: Transcript | null, events: SessionEvent[]): Transcript {
  return buildTranscript(previous, {
    events,
    rows: [],
    run: readRun(events),
    seenAt: () => 1,
    delivery: { isOnline: true, hasSession: true, isHeld: false },
  });
}

function judge({ entries }: Transcript): void {
  const words = entries.map(wordsOf);
  words.forEach((said, at) => {
    for (const [, index] of said.matchAll(/(?:answer|until) (\d+)/g)) {
      const asked = words.indexOf(`question ${index}`);
      expect(asked, words.join(' | ')).toBeGreaterThanOrEqual(0);
      expect(asked, words.join(' | ')).toBeLessThan(at);
    }
  });
}

async function eventsOf(session: SessionHandle): Promise<SessionEvent[]> {
  return parseEvents(await session.events());
}

async function play(acts: readonly Act[], turns: readonly unknown[]): Promise<void> {
  const session = await harness.session({ script: turns });
  const admin = (name: string, body: object = {}) =>
    harness.admin('POST', `/admin/sessions/${session.id}/${name}`, body);
  let shown: Transcript | null = null;
  let written = 0;
  const look = async () => {
    await harness.clock.settle();
    const events = await eventsOf(session);
    shown = show(shown, events);
    judge(shown);
    expect(show(null, events).entries).toEqual(shown.entries);
    return events;
  };
  const answer = async (most: number) => {
    const events = await eventsOf(session);
    const run = readRun(events);
    const ids = run.state === 'paused' ? run.calls.map(({ use }) => use.id).slice(0, most) : [];
    if (ids.length === 0) return;
    await session.send([
      {
        type: 'user.tool_result',
        content: ids.map((tool_use_id) => ({ type: 'tool_result', tool_use_id, content: 'ok' })),
      },
    ]);
  };
  for (const next of acts) {
    switch (next.do) {
      case 'write':
        if (written === MESSAGES) break;
        // The gateway refuses a message while it pauses; the visitor's browser then sends it again.
        if ((await session.say(`question ${written}`)).status === 200) written += 1;
        break;
      case 'wait':
        await harness.clock.advance(next.ms);
        break;
      case 'answer all':
        await answer(9);
        break;
      case 'answer one':
        await answer(1);
        break;
      case 'stop':
        await session.send([{ type: 'user.interrupt' }]);
        break;
      case 'take over':
        await admin('takeover', { name: 'Anna' });
        break;
      case 'reply':
        await admin('messages', { text: `until ${Math.max(0, written - 1)}` });
        break;
      case 'hand back':
        await admin('handback');
        break;
    }
    await look();
  }
  await admin('handback');
  for (let round = 0; round < 20; round += 1) {
    await answer(9);
    await harness.clock.advance(3_000);
    await look();
    if (readRun(await eventsOf(session)).state === 'idle') break;
  }
  await harness.settled();
  expect(readRun(await look()).state).toBe('idle');
}

describe('what the visitor sees of a real log', () => {
  it('[TR10] shows each message above its answer, whatever runs, pauses, tools and people do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), script, play),
      { numRuns: cases(150) },
    );
  });

  it('[TR14] answers every message of a run with a pause: what is written meanwhile gets a run of its own', async () => {
    const turns = [
      [{ wait_ms: 1_500 }, { call: [{ name: 'search', input: {} }] }, { say: 'answer 0' }],
      [{ say: 'answer 1' }],
    ];
    const session = await harness.session({ script: turns });
    await session.say('question 0');
    await harness.clock.advance(800);
    await session.say('question 1');
    await harness.clock.advance(1_000);
    await harness.settled();
    await session.answer('ok');
    await harness.settled();
    const { entries } = show(null, await eventsOf(session));
    expect(entries.map(wordsOf).map((said) => said.trim())).toEqual([
      'question 0',
      'answer 0',
      'question 1',
      'answer 1',
    ]);
    expect(entries.some((entry) => entry.kind === 'user' && entry.isTaken)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../protocol/index.ts';
import type { OutboxRow } from '../../session/outbox-rows.ts';
import { readRun } from '../../session/run-state.ts';
import { buildTranscript, type Transcript } from '../../session/transcript.ts';
import { withPreviews } from '../../session/unsettled.ts';
import { answer, call, idle, pause, running, say, unread, user } from './events.ts';

function build(
  events: readonly SessionEvent[],
  over: { previous?: Transcript; rows?: OutboxRow[]; previews?: [string, string][] } = {},
): Transcript {
  const transcript = buildTranscript(over.previous ?? null, {
    events,
    rows: over.rows ?? [],
    run: readRun(events),
    seenAt: () => 1,
    delivery: { isOnline: true, hasSession: true, isHeld: false },
  });
  const { entries, end } = transcript;
  return { ...transcript, entries: withPreviews(entries, end, new Map(over.previews)) };
}

const kinds = ({ entries }: Transcript): string[] =>
  entries.map((entry) =>
    entry.kind === 'agent' ? entry.parts.map((part) => part.kind).join('+') : entry.kind,
  );

describe('the transcript', () => {
  it('[TR1] gathers what the agent does for a message in one entry', () => {
    const events = [
      user('hi'),
      running(),
      call('a'),
      pause('a'),
      answer('a'),
      running(),
      say('done'),
      idle(),
      user('more'),
    ];
    const transcript = build(events);
    expect(kinds(transcript)).toEqual(['user', 'tool+message', 'user']);
    expect(transcript.entries[1]).toMatchObject({ turn: { state: 'ended' } });
  });

  it('[TR2] leaves out a call that only loaded its tool', () => {
    const events = [
      user('hi'),
      running(),
      call('a'),
      answer('a', { status: 'tool_loaded' }),
      say('x'),
    ];
    expect(kinds(build(events))).toEqual(['user', 'message']);
  });

  it('[TR3] takes citations from the final message, one for each document', () => {
    const cite = (...uris: string[]): object => ({
      citations: uris.map((uri) => ({ type: 'knowledge_base', document_uri: uri })),
    });
    const events = [user('hi'), say('first', cite('x')), say('last', cite('a', 'b', 'a')), idle()];
    const [, agent] = build(events).entries;
    expect(agent?.kind === 'agent' && agent.citations.map((one) => one.document_uri)).toEqual([
      'a',
      'b',
    ]);
  });

  it('[TR4] keeps the objects of unchanged entries, and appends to 10,000 events cheaply', () => {
    let looks = 0;
    /** An answer that counts how often its words are read: whoever builds its entry reads them. */
    const watched = (event: SessionEvent): SessionEvent => {
      const { content } = event as { content?: unknown };
      return Object.defineProperty(event, 'content', {
        enumerable: true,
        get: () => {
          looks += 1;
          return content;
        },
      });
    };
    const turn = () => [user('q'), running(), watched(say('a')), idle()];
    const looksOf = (work: () => void): number => {
      const before = looks;
      work();
      return looks - before;
    };
    const events: SessionEvent[] = [];
    while (events.length < 10_000) events.push(...turn());
    let previous = build([]);
    const all = looksOf(() => {
      previous = build(events);
    });
    expect(all).toBeGreaterThanOrEqual(2_500);
    const before = previous.entries;
    for (let index = 0; index < 20; index++) {
      events.push(...turn());
      const next = [...events];
      const more = looksOf(() => {
        previous = build(next, { previous });
      });
      expect(more).toBeLessThan(all / 500);
    }
    expect(previous.entries.slice(0, 4_900).every((entry, at) => entry === before[at])).toBe(true);
    expect(build(events).entries).toEqual(previous.entries);
  });

  it('[TR5] shows unsent messages last, under the key that they keep', () => {
    const row = (localId: string, over: Partial<OutboxRow> = {}): OutboxRow => ({
      localId,
      sessionId: 's',
      content: [{ type: 'text', text: localId }],
      state: 'queued',
      at: 5,
      ...over,
    });
    const sent = user('one');
    const rows = [row('one', { state: 'sent', eventId: sent.id }), row('two'), row('three')];
    const { entries } = build([sent, running()], { rows });
    expect(entries.map((entry) => entry.key)).toEqual(['one', `a:${sent.id}`, 'two', 'three']);
    expect(entries[3]).toMatchObject({ delivery: { state: 'queued', why: 'order' } });
  });

  it('[TR6] replaces a preview by its event, in place', () => {
    const events = [user('hi'), running()];
    const during = build(events, { previews: [['m1', 'Hel']] });
    expect(during.entries[1]).toMatchObject({ parts: [{ key: 'm1', isPreview: true }] });
    const whole = { ...say('Hello'), id: 'm1' };
    const after = build([...events, whole], { previous: during });
    expect(after.entries[1]).toMatchObject({ parts: [{ key: 'm1', isPreview: false }] });
    expect(after.entries[1]?.key).toBe(during.entries[1]?.key);
  });

  it('[TR8] makes the entry of a preview anew, and no other', () => {
    const events = [user('hi'), running(), say('one'), user('more'), running()];
    const before = build(events, { previews: [['m', 'a']] });
    const after = withPreviews(
      build(events, { previous: before }).entries,
      4,
      new Map([['m', 'ab']]),
    );
    expect(after.map((entry, at) => entry === before.entries[at])).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(after[3]).toMatchObject({ parts: [{ blocks: [{ text: 'ab' }] }] });
  });

  it('[TR10] lets a message that comes during a run wait behind its answer, and answers it on its own', () => {
    const first = user('first');
    const second = user('second');
    const before = [first, running(), call('a'), pause('a'), answer('a'), running(), second];
    const shown = (events: SessionEvent[], previews: [string, string][] = []) =>
      build(events, { previews }).entries.map((entry) =>
        entry.kind === 'agent'
          ? `${entry.key} ${entry.turn.state} ${entry.parts.map(({ key }) => key).join(' ')}`
          : entry.key,
      );
    const one = `a:${first.id}`;
    const two = `a:${second.id}`;
    expect(shown(before)).toEqual([first.id, `${one} working a`, second.id]);
    expect(shown(before, [['m', 'text']])).toEqual([first.id, `${one} working a m`, second.id]);
    const said = { ...say('first answer'), id: 'm' };
    const ended = [...before, said, idle()];
    expect(shown(ended)).toEqual([first.id, `${one} ended a m`, second.id]);
    const again = [...ended, running()];
    expect(shown(again, [['n', 'text']])).toEqual([
      first.id,
      `${one} ended a m`,
      second.id,
      `${two} working n`,
    ]);
    const third = user('third');
    const rest = [...again, third, { ...say('second answer'), id: 'n' }, idle()];
    expect(shown(rest)).toEqual([
      first.id,
      `${one} ended a m`,
      second.id,
      `${two} ended n`,
      third.id,
    ]);
  });

  it('[TR10] shows a message above all that comes after a pause, since the run may answer it too', () => {
    const [first, second] = [user('1'), user('2')];
    const { id } = first;
    const start = [first, running(), second, call('a'), pause('a'), answer('a')];
    const rest = [say('to both'), idle()];
    // A gateway may leave out that the run goes on.
    for (const events of [
      [...start, running(), ...rest],
      [...start, ...rest],
    ]) {
      const shown = build(events);
      expect(shown.entries.map(({ key }) => key)).toEqual([
        id,
        `a:${id}`,
        second.id,
        `a:${second.id}`,
      ]);
      expect(kinds(shown)).toEqual(['user', 'tool', 'user', 'message']);
    }
  });

  it('[TR10] leaves the rest of a run that the gateway names where the run began', () => {
    const [first, second] = [user('1'), user('2')];
    const events = [first, running('r'), second, call('a'), pause('a'), answer('a'), running('r')];
    const shown = build([...events, say('to the first'), idle(), running('s'), say('to both')]);
    expect(kinds(shown)).toEqual(['user', 'tool+message', 'user', 'message']);
    const another = build([...events.slice(0, -1), running('s'), say('to both'), idle()]);
    expect(kinds(another)).toEqual(['user', 'tool', 'user', 'message']);
  });

  it('[TR10] shows what a person says below all that was written before, also while a run ends', () => {
    const person = { extra_content: { gateway: { person: { name: 'Anna', act: 'said' } } } };
    const events = [user('1'), running('r'), user('2'), say('Hello, both', person), idle()];
    expect(kinds(build(events))).toEqual(['user', 'user', 'message']);
  });

  it('[TR14] takes a message for answered by the run above that has read it, and only then', () => {
    const taken = (events: SessionEvent[]) =>
      build(events).entries.map((entry) => entry.kind === 'user' && entry.isTaken === true);
    const start = [user('1'), running()];
    const end = [say('to both'), idle()];
    expect(taken([...start, user('2'), ...end])).toEqual([false, false, true]);
    expect(taken([...start, unread('2'), ...end])).toEqual([false, false, false]);
    // A run of its own that said nothing has read it too, and has not answered.
    expect(taken([user('1'), running(), idle()])).toEqual([false]);
  });

  it('[TR10] gives what waited together one answer, and a message that ends a pause its own', () => {
    const [first, second, third] = [user('1'), user('2'), user('3')];
    const events = [first, running(), second, third, say('one'), idle(), running(), say('both')];
    expect(build(events).entries.map(({ key }) => key)).toEqual([
      first.id,
      `a:${first.id}`,
      second.id,
      third.id,
      `a:${third.id}`,
    ]);
    const instead = answer('a', { status: 'error', error_code: 'cancelled' });
    const paused = [first, running(), call('a'), pause('a'), instead, second, running(), say('x')];
    expect(build(paused).entries.map(({ key }) => key)).toEqual([
      first.id,
      `a:${first.id}`,
      second.id,
      `a:${second.id}`,
    ]);
  });

  it('[TR10] goes on with the next message where the end of a run never came', () => {
    const [first, second] = [user('1'), user('2')];
    const events = [first, running(), say('one'), second, running(), say('two')];
    expect(build(events).entries.map(({ key }) => key)).toEqual([
      first.id,
      `a:${first.id}`,
      second.id,
      `a:${second.id}`,
    ]);
  });

  it('[TR9] shows a message that the log has before its reply as one, still on its way', () => {
    const attempt = { n: 1, lost: 0, open: 1, baseline: null, known: [], startedAt: 1 };
    const text = [{ type: 'text' as const, text: 'hi' }];
    const row: OutboxRow = {
      localId: 'l',
      sessionId: 's',
      content: text,
      state: 'sending',
      at: 1,
      attempt,
    };
    const next: OutboxRow = { ...row, localId: 'next', state: 'queued' };
    const before = build([], { rows: [row, next] });
    const event = user('hi');
    const events = [event, running()];
    const during = build(events, { previous: before, rows: [row, next] });
    expect(kinds(during)).toEqual(['user', '', 'user']);
    expect(during.entries).toMatchObject([
      { key: 'l', eventId: event.id, delivery: { state: 'sending' } },
      {},
      { key: 'next', delivery: { state: 'queued', why: 'order' } },
    ]);
    const sent: OutboxRow = { ...row, state: 'sent', eventId: event.id };
    const after = build(events, { previous: during, rows: [sent] });
    expect(after.entries[0]).toMatchObject({ key: 'l', delivery: { state: 'sent' } });
    expect(
      kinds(
        build(events, {
          previous: during,
          rows: [{ ...row, attempt: { ...attempt, known: [event.id] } }],
        }),
      ),
    ).toEqual(['user', '', 'user']);
  });

  it('[TR7] settles a call of an earlier turn when its answer comes late', () => {
    const events = [user('hi'), running(), call('a'), pause('a'), user('skip'), running()];
    const previous = build(events);
    const later = [...events, answer('a', { is_error: true, error_code: 'cancelled' })];
    const { entries } = build(later, { previous });
    expect(entries[1]).toMatchObject({ parts: [{ result: { error_code: 'cancelled' } }] });
  });

  it('[TR4] gives the same entries step by step as at once', () => {
    const events = [
      user('one'),
      running(),
      call('a'),
      call('b'),
      pause('a', 'b'),
      answer('a'),
      answer('b'),
      running(),
      say('x'),
      idle(),
      user('two'),
      user('three'),
      running(),
      say('y'),
      idle(),
    ];
    let previous: Transcript | undefined;
    for (let end = 0; end <= events.length; end++) {
      const part = events.slice(0, end);
      previous = build(part, previous === undefined ? {} : { previous });
      expect(previous.entries).toEqual(build(part).entries);
    }
  });

  it('[TR4] takes a late row into the turn before, where the next one had begun', () => {
    const before = [user('one'), running(), say('x'), user('two'), running(), idle()];
    const previous = build(before);
    const after = before.toSpliced(3, 0, idle());
    expect(build(after, { previous }).entries).toEqual(build(after).entries);
  });
});

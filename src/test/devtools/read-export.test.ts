import { describe, expect, it } from 'vitest';
import { readExport } from '../../devtools/read-export.ts';
import { snapshotOf } from '../../session/replay.ts';

const event = (id: string, type: string, content: unknown, at = '2026-01-01T12:00:00Z') => ({
  id,
  type,
  created_at: at,
  processed_at: at,
  content,
});
const EVENTS = [
  event('e1', 'user.message', [{ type: 'text', text: 'Hello' }]),
  event('e2', 'agent.message', [{ type: 'text', text: 'Hi.' }]),
  event('e3', 'session.status_idle', { stop_reason: 'end_turn' }),
];
const idsIn = (text: string) => readExport(text).events.map(({ id }) => id);

describe('a conversation that was exported', () => {
  it.each([
    ['an export of the desk', JSON.stringify({ session: {}, events: EVENTS, files: [] })],
    ['a list of the gateway', JSON.stringify({ data: EVENTS })],
    ['an export of a person', JSON.stringify({ sessions: [{ session: {}, events: EVENTS }] })],
    ['a bare array', JSON.stringify(EVENTS)],
    ['one event a line', EVENTS.map((one) => JSON.stringify(one)).join('\n')],
    [
      'what the owner’s view copies',
      JSON.stringify([
        { kind: 'request', title: 'GET /', raw: null },
        ...EVENTS.map((raw) => ({ kind: 'event', title: raw.type, raw })),
      ]),
    ],
  ])('is read from %s', (_, text) => {
    expect(idsIn(text)).toEqual(['e1', 'e2', 'e3']);
  });

  it.each(['', 'Hello', '{}', '{"events":"none"}', '3'])('is none: %s', (text) => {
    expect(() => readExport(text)).toThrow('This is no conversation');
  });

  it('says what was left out of it', () => {
    const { events, dropped } = readExport(JSON.stringify([...EVENTS, { type: 'user.message' }]));
    expect(events).toHaveLength(3);
    expect(dropped).toEqual(['an event has no id']);
  });

  it('is shown as it stood after any of its events', () => {
    const { events } = readExport(JSON.stringify(EVENTS));
    const kinds = (count: number) =>
      snapshotOf(events.slice(0, count)).entries.map(({ kind }) => kind);
    expect([1, 2].map(kinds)).toEqual([['user'], ['user', 'agent']]);
    expect(snapshotOf(events).run).toEqual({ state: 'idle' });
    expect(snapshotOf(events).entries[0]).toMatchObject({
      delivery: { state: 'sent' },
      at: Date.UTC(2026, 0, 1, 12),
    });
  });
});

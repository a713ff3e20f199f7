import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../protocol/index.ts';
import {
  addProvisional,
  allEvents,
  anchors,
  emptyLog,
  fromListed,
  mergeListed,
  prependOlder,
} from '../../session/log.ts';
import { idle, ids, running, say, user } from './events.ts';

const many = (count: number): SessionEvent[] =>
  Array.from({ length: count }, (_, index) => user(`m${index}`));

describe('the log', () => {
  it('[LG1] puts a late row where the list has it', () => {
    const [a, late, b, c] = [user('a'), user('late'), user('b'), user('c')];
    const log = fromListed([a, b], false);
    expect(ids(mergeListed(log, a.id, [late, b, c]).listed)).toEqual(ids([a, late, b, c]));
    expect(ids(mergeListed(log, null, [late, a, b]).listed)).toEqual(ids([late, a, b]));
  });

  it('[LG1] takes what only the stream had shown from the page of older events that has it', () => {
    const [a, late, b, c] = [user('a'), user('late'), user('b'), user('c')];
    const log = addProvisional(addProvisional(fromListed([b], true), late), c);
    const older = prependOlder(log, [a, late], false);
    expect(ids(allEvents(older))).toEqual(ids([a, late, b, c]));
    expect(ids(older.tail)).toEqual(ids([c]));
  });

  it('[LG2] holds an event once, whatever brings it', () => {
    const [a, b] = [user('a'), user('b')];
    let log = addProvisional(fromListed([a], false), b);
    log = addProvisional(log, b);
    log = addProvisional(log, a);
    expect(ids(allEvents(log))).toEqual(ids([a, b]));
    log = mergeListed(log, null, [a, b, b, a]);
    expect(ids(allEvents(log))).toEqual(ids([a, b]));
    expect(log.tail).toEqual([]);
  });

  it("[LG3] takes the list's copy, and never takes processed_at back", () => {
    const listed = { ...user('listed'), processed_at: null };
    const streamed = { ...user('streamed'), id: listed.id, processed_at: '2026-01-01' };
    const log = mergeListed(addProvisional(fromListed([], false), streamed), null, [listed]);
    expect(log.listed).toEqual([{ ...listed, processed_at: '2026-01-01' }]);
    const again = addProvisional(fromListed([listed], false), streamed);
    expect(again.listed).toEqual([{ ...listed, processed_at: '2026-01-01' }]);
    expect(mergeListed(again, null, [listed]).listed[0]?.processed_at).toBe('2026-01-01');
  });

  it("[LG4] keeps what a list's answer lacks", () => {
    const [a, b, c, d] = [user('a'), user('b'), user('c'), user('d')];
    const log = fromListed([a, b, c], false);
    expect(ids(mergeListed(log, a.id, [c, d]).listed)).toEqual(ids([a, b, c, d]));
    expect(ids(mergeListed(log, a.id, [b]).listed)).toEqual(ids([a, b, c]));
  });

  it('[LG5] keeps the object of an event that has not changed', () => {
    const [a, b] = [user('a'), user('b')];
    const log = fromListed([a, b], false);
    const after = mergeListed(log, null, structuredClone([a, b]));
    expect(after.listed).toBe(log.listed);
  });

  it('[LG6] never begins a list from a provisional event', () => {
    const listed = many(60);
    let log = fromListed(listed, false);
    const settled = listed.at(-1)?.id ?? null;
    const before = anchors(log, settled);
    for (const event of many(30)) log = addProvisional(log, event);
    expect(anchors(log, settled)).toEqual(before);
  });

  it('[LG7] begins a list 20 events before the settled one, and further back where that is refused', () => {
    const listed = many(200);
    const at = (index: number): string => listed[index]?.id ?? '';
    const log = fromListed(listed, true);
    expect(anchors(log, at(199))).toEqual([at(179), at(178), at(169), at(79)]);
    expect(anchors(log, at(149))[0]).toBe(at(129));
  });

  it('[LG7] begins it at the beginning while nothing so far back is settled', () => {
    const listed = many(30);
    const at = (index: number): string => listed[index]?.id ?? '';
    expect(anchors(fromListed(listed, false), null)).toEqual([null]);
    expect(anchors(fromListed(listed, false), at(19))).toEqual([null]);
    expect(anchors(fromListed(listed, false), at(20))).toEqual([at(0)]);
    // The gateway has more before it, which is read when somebody asks for it.
    expect(anchors(fromListed(listed, true), null)).toEqual([at(0)]);
    expect(anchors(emptyLog(), null)).toEqual([null]);
  });

  it('[LG8] shows a provisional event before what followed it, although that is listed first', () => {
    const [a, message, run, reply] = [idle(), user('hi'), running(), say('yo')];
    const log = addProvisional(fromListed([a], false), message, 0);
    const after = mergeListed(log, a.id, [run, reply]);
    expect(ids(allEvents(after))).toEqual(ids([a, message, run, reply]));
  });

  it('[LG8] leaves a provisional event where it was when a late one before it is listed', () => {
    const [a, late, b, c] = [user('a'), idle(), user('b'), running()];
    let log = fromListed([a, b], false);
    for (const event of [late, c]) log = addProvisional(log, event);
    const after = mergeListed(log, null, [a, late, b]);
    expect(ids(allEvents(after))).toEqual(ids([a, late, b, c]));
  });
});

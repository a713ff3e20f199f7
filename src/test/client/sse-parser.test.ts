import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import { createSseParser } from '../../client/sse-parser.ts';
import type { ServerSentEvent } from '../../protocol/index.ts';

function parse(...chunks: string[]) {
  const events: ServerSentEvent[] = [];
  const comments: string[] = [];
  const retries: number[] = [];
  const parser = createSseParser({
    onEvent: (event) => events.push(event),
    onComment: (text) => comments.push(text),
    onRetry: (ms) => retries.push(ms),
  });
  for (const chunk of chunks) parser.feed(chunk);
  return { events, comments, retries, parser };
}

const event = (data: string, fields: Partial<ServerSentEvent> = {}): ServerSentEvent => ({
  id: '',
  event: 'message',
  data,
  ...fields,
});

describe('server-sent events', () => {
  it('reads id, event and data', () => {
    expect(parse('id: 7\nevent: agent.message\ndata: {"a":1}\n\n').events).toEqual([
      { id: '7', event: 'agent.message', data: '{"a":1}' },
    ]);
  });

  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('takes %s as the end of a line', (_, eol) => {
    const text = ['id: 1', 'data: a', 'data: b', '', 'data: c', '', ''].join(eol);
    expect(parse(text).events).toEqual([event('a\nb', { id: '1' }), event('c', { id: '1' })]);
  });

  it('takes a CRLF cut between two chunks as one end', () => {
    expect(parse('data: a\r', '\ndata: b\r', '\n\r', '\n').events).toEqual([event('a\nb')]);
  });

  it('dispatches at once when the blank line ends with a CR at the end of a chunk', () => {
    const { events, parser } = parse('data: a\r\r');
    expect(events).toEqual([event('a')]);
    parser.feed('\ndata: b\n\n');
    expect(events).toEqual([event('a'), event('b')]);
  });

  it('drops a byte order mark at the start, and only there', () => {
    expect(parse('\uFEFFdata: a\n\n', '\uFEFFdata: b\n\n').events).toEqual([event('a')]);
    expect(parse('\uFEFF', 'data: a\n\n').events).toEqual([event('a')]);
  });

  it('removes one space after the colon, not two, and needs none', () => {
    expect(parse('data:a\ndata: b\ndata:  c\n\n').events).toEqual([event('a\nb\n c')]);
  });

  it('takes a line without a colon as a field with an empty value', () => {
    expect(parse('data\ndata\n\n').events).toEqual([event('\n')]);
  });

  it('dispatches nothing for a blank line without data, and forgets the name', () => {
    expect(parse('event: x\n\n\n\ndata: a\n\n').events).toEqual([event('a')]);
  });

  it('keeps the last id for the events after it, until an empty one resets it', () => {
    expect(
      parse('id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n').events.map(({ id }) => id),
    ).toEqual(['1', '1', '']);
  });

  it('ignores an id with a NUL', () => {
    expect(parse('id: 1\nid: a\0b\ndata: a\n\n').events).toEqual([event('a', { id: '1' })]);
  });

  it('hands comments over apart from the events', () => {
    const { events, comments } = parse(': ping\n', 'data: a\n:\ndata: b\n\n');
    expect(comments).toEqual([' ping', '']);
    expect(events).toEqual([event('a\nb')]);
  });

  it('reads retry when it is digits only', () => {
    expect(parse('retry: 1500\nretry: 1.5\nretry: -1\nretry:\n').retries).toEqual([1500]);
  });

  it('ignores unknown fields', () => {
    expect(parse('foo: bar\nDATA: x\ndata: a\n\n').events).toEqual([event('a')]);
  });

  it('drops an event that never got its blank line', () => {
    expect(parse('data: a\n\ndata: b\n').events).toEqual([event('a')]);
  });

  it('says how much waits for its end', () => {
    const { parser } = parse('data: abc\nda');
    expect(parser.pendingLength()).toBe(5);
    parser.feed('ta: d\n\n');
    expect(parser.pendingLength()).toBe(0);
  });

  it('reads the same however the text is cut', () => {
    const line = fc.constantFrom(
      ...[
        'data: a',
        'data:ä€😀',
        'data',
        'id: 1',
        'id',
        'event: e',
        ': c',
        '',
        '',
        'retry: 5',
        'x',
      ],
    );
    const eol = fc.constantFrom('\n', '\r', '\r\n');
    const document = fc.array(fc.tuple(line, eol)).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(document, fc.array(fc.nat(40)), (text, cuts) => {
        const chunks: string[] = [];
        let rest = text;
        for (const cut of cuts) {
          chunks.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        const whole = parse(text);
        const cutUp = parse(...chunks, rest);
        expect(cutUp.events).toEqual(whole.events);
        expect(cutUp.comments).toEqual(whole.comments);
      }),
      { numRuns: cases(500) },
    );
  });

  it('reads a line of many chunks in time that grows with its length alone', () => {
    const events: number[] = [];
    const parser = createSseParser({ onEvent: ({ data }) => events.push(data.length) });
    parser.feed('data: ');
    for (let i = 0; i < 200_000; i += 1) parser.feed('0123456789');
    parser.feed('\n\n');
    expect(events).toEqual([2_000_000]);
  });
});

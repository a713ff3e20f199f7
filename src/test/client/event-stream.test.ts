import { describe, expect, it } from 'vitest';
import {
  createScriptedFetch,
  json,
  openBody,
  refusal,
  type Step,
  silence,
} from '../../../test/doubles/scripted-fetch.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createGatewayClient } from '../../client/gateway-client.ts';
import type { StreamOptions } from '../../client/types.ts';
import type { StreamFrame } from '../../protocol/index.ts';

function setup(...steps: Step[]) {
  const network = createScriptedFetch(...steps);
  const clock = createVirtualClock();
  const warnings: string[] = [];
  const client = createGatewayClient({
    baseUrl: 'https://gateway.example',
    credentials: { token: async () => 't', refresh: async () => 't' },
    fetch: network.fetch,
    clock,
    onWarning: (reason) => warnings.push(reason),
  });
  /** Reads in the background; what came and how it ended can be looked at any time. */
  function read(options: StreamOptions = {}) {
    const frames: StreamFrame[] = [];
    const state: { end: unknown } = { end: 'open' };
    const done = (async () => {
      try {
        for await (const frame of client.stream('s1', options)) frames.push(frame);
        state.end = 'ended';
      } catch (error) {
        state.end = error;
      }
    })();
    return { frames, state, done };
  }
  return { network, clock, client, warnings, read };
}

const message = (id: string, text: string) => ({
  id,
  type: 'agent.message',
  processed_at: null,
  content: [{ type: 'text', text }],
});
const frame = (data: unknown) => `id: x\nevent: y\ndata: ${JSON.stringify(data)}\n\n`;

describe('the event stream', () => {
  it('gives whole events as they arrive, whatever the chunks', async () => {
    const body = openBody();
    const { network, clock, read } = setup(body.response);
    const { frames, state } = read({ includeThinking: true });
    await clock.settle();
    const bytes = new TextEncoder().encode(`: hi\n\n${frame(message('e1', 'Grüße 😀'))}`);
    for (const byte of bytes) {
      body.write(Uint8Array.of(byte));
    }
    await clock.settle();
    expect(frames).toEqual([{ kind: 'event', event: message('e1', 'Grüße 😀') }]);
    body.end();
    await clock.settle();
    expect(state.end).toBe('ended');
    expect(network.calls[0]?.url.href).toBe(
      'https://gateway.example/v1beta1/sessions/s1/events/stream?include_thinking=true',
    );
    expect(network.calls[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  it('says once that it is open, before the first frame', async () => {
    const body = openBody({ 'content-type': 'Text/Event-Stream; charset=utf-8' });
    const { clock, read } = setup(body.response);
    const opened: number[] = [];
    const { frames } = read({ onOpen: () => opened.push(frames.length) });
    await clock.settle();
    body.write(frame(message('e1', 'a')) + frame(message('e2', 'b')));
    await clock.settle();
    expect(opened).toEqual([0]);
    expect(frames.length).toBe(2);
  });

  it('asks for previews and gives them', async () => {
    const body = openBody();
    const { network, clock, read } = setup(body.response);
    const { frames } = read({ previews: true });
    await clock.settle();
    body.write(frame({ type: 'event_start', event: { type: 'agent.message', id: 'e1' } }));
    body.write(
      frame({
        type: 'event_delta',
        event_id: 'e1',
        delta: { type: 'content_delta', index: 0, content: { type: 'text', text: 'He' } },
      }),
    );
    await clock.settle();
    expect(frames).toEqual([
      { kind: 'preview_start', event_id: 'e1', event_type: 'agent.message' },
      { kind: 'preview_delta', event_id: 'e1', index: 0, text: 'He' },
    ]);
    expect(network.calls[0]?.url.searchParams.getAll('event_deltas[]')).toEqual(['agent.message']);
  });

  it('does without previews where the gateway refuses the parameter, and remembers it', async () => {
    const { network, clock, read } = setup(refusal(400), openBody().response, openBody().response);
    read({ previews: true });
    await clock.settle();
    read({ previews: true });
    await clock.settle();
    expect(network.calls.map(({ url }) => url.search)).toEqual([
      '?event_deltas%5B%5D=agent.message',
      '',
      '',
    ]);
  });

  it('does not blame previews for a 400 that stays', async () => {
    const { network, read } = setup(refusal(400), refusal(400), refusal(400), refusal(400));
    for (let i = 0; i < 2; i += 1) {
      const { done, state } = read({ previews: true });
      await done;
      expect(state.end).toMatchObject({ code: 'invalid_request' });
    }
    expect(network.calls[2]?.url.search).not.toBe('');
  });

  it.each([
    ['a gateway without a stream', refusal(404), 'not_found'],
    ['another content type', json({ data: [] }), 'bad_response'],
    ['no reply', new TypeError('Failed to fetch'), 'network'],
  ])('rejects %s', async (_, step, code) => {
    const { read } = setup(step);
    const { done, state } = read();
    await done;
    expect(state.end).toMatchObject({ code });
  });

  it('waits 30 s for the head, and then as long as the gateway likes', async () => {
    const body = openBody();
    const { clock, read } = setup(silence, body.response);
    const first = read();
    await clock.advance(30_000);
    expect(first.state.end).toMatchObject({ code: 'timeout' });
    const second = read();
    await clock.advance(3_600_000);
    expect(second.state.end).toBe('open');
    expect(clock.pending()).toBe(0);
  });

  it('tells a cut connection from one that was ended, and drops the unfinished frame', async () => {
    const cut = openBody();
    const ended = openBody();
    const { clock, read } = setup(cut.response, ended.response);
    const first = read();
    const second = read();
    await clock.settle();
    for (const body of [cut, ended]) body.write(`${frame(message('e1', 'a'))}data: {"id":"e2"`);
    await clock.settle();
    cut.cut();
    ended.end();
    await clock.settle();
    expect(first.state.end).toMatchObject({ code: 'network', isRetryable: true });
    expect(second.state.end).toBe('ended');
    expect([first.frames.length, second.frames.length]).toEqual([1, 1]);
  });

  it('skips what it can’t read, with one warning, and goes on', async () => {
    const body = openBody();
    const { clock, read, warnings } = setup(body.response);
    const { frames } = read();
    await clock.settle();
    body.write('event: e\ndata: not json\n\nevent: e\ndata: not json\n\n');
    body.write(frame({ type: 'event_delta' }) + frame(message('e1', 'a')));
    await clock.settle();
    expect(frames.length).toBe(1);
    expect(warnings.length).toBe(1);
  });

  it('ends with the caller’s signal, and with the loop', async () => {
    const body = openBody();
    const other = openBody();
    const { network, clock, client, read } = setup(body.response, other.response);
    const stop = new AbortController();
    const { state } = read({ signal: stop.signal });
    await clock.settle();
    stop.abort();
    await clock.settle();
    expect(state.end).toMatchObject({ code: 'aborted' });

    const frames = client.stream('s1');
    const first = frames.next();
    await clock.settle();
    other.write(frame(message('e1', 'a')));
    await first;
    await frames.return(undefined);
    for (const { init } of network.calls) expect(init.signal?.aborted).toBe(true);
  });

  it('does not fill the memory with a frame that has no end', async () => {
    const body = openBody();
    const { clock, read } = setup(body.response);
    const { state } = read();
    await clock.settle();
    for (let i = 0; i < 17; i += 1) body.write('x'.repeat(1024 * 1024));
    for (let i = 0; i < 40 && state.end === 'open'; i += 1) await clock.settle();
    expect(state.end).toMatchObject({ code: 'bad_response' });
  });
});

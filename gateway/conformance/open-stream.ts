// An open stream of events, as the checks read it: apart from the widget's parser, since a shared fault would stay hidden.

import { Broken, ensure, get } from './expect.ts';
import type { TestSession, WireEvent, World } from './world.ts';

export interface Frame {
  id: string;
  event: string;
  data: unknown;
}

export interface OpenStream {
  frames: Frame[];
  /** Whole events: what is no preview. */
  events(): WireEvent[];
  sees(what: string, is: (frames: readonly Frame[]) => boolean): Promise<void>;
  close(): void;
}

export const streamPath = (id: string) =>
  `/v1beta1/sessions/${encodeURIComponent(id)}/events/stream`;
export const isPreview = ({ data }: Frame) =>
  /^event_(start|delta)$/.test(String(get(data, 'type')));

/** @throws Skipped where the gateway has no stream. */
export async function openStream(
  world: World,
  session: TestSession,
  query = '',
): Promise<OpenStream> {
  const stop = new AbortController();
  const response = await world.open('GET', streamPath(session.id) + query, {
    token: session.token,
    headers: { accept: 'text/event-stream' },
    signal: stop.signal,
  });
  if (response.status === 404) world.skip('this gateway has no stream (404)');
  ensure(response.status === 200, `the stream answers HTTP ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  ensure(
    type.startsWith('text/event-stream'),
    `the stream's Content-Type is ${JSON.stringify(type)}`,
  );
  const frames: Frame[] = [];
  const reading = read(response, frames).catch(() => {});
  return {
    frames,
    events: () => frames.filter((frame) => !isPreview(frame)).map(({ data }) => data as WireEvent),
    sees: (what, is) => world.until(what, async () => is(frames)),
    close() {
      stop.abort();
      void reading;
    },
  };
}

async function read(response: Response, frames: Frame[]): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true }).replaceAll('\r\n', '\n');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const frame: Frame = { id: '', event: 'message', data: undefined };
      let data = '';
      for (const line of text.slice(0, end).split('\n')) {
        const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
        if (name === 'id') frame.id = value;
        if (name === 'event') frame.event = value;
        if (name === 'data') data += data === '' ? value : `\n${value}`;
      }
      text = text.slice(end + 2);
      if (data === '') continue;
      try {
        frame.data = JSON.parse(data);
      } catch {
        throw new Broken(`a frame is not JSON: ${data.slice(0, 120)}`);
      }
      frames.push(frame);
    }
  }
}

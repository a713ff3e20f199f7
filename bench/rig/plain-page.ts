// The page against which the widget is measured: its stream reader of a few lines puts text into paragraphs. All time
// beyond that is the widget's own cost.

import type { World } from '../../test/browser/support/world.ts';

/** Serves the page at /plain (each piece at once) and /plain-frames (once a frame). */
export function putPlainPages(world: World): void {
  for (const [path, isPaced] of [
    ['/plain', false],
    ['/plain-frames', true],
  ] as const) {
    world.put(
      path,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title>
<style>main { width: 360px; height: 500px; overflow: auto; will-change: scroll-position; font: 15px/1.5 system-ui }</style></head>
<body><main></main><script>(${follow})(${JSON.stringify(world.gateway.url)}, ${isPaced})</script></body></html>`,
    );
  }
}

async function follow(gateway: string, isPaced: boolean): Promise<void> {
  const ticket = await (await fetch('/session', { method: 'POST', body: '{}' })).json();
  const list = document.querySelector('main') as HTMLElement;
  let node: Text | null = null;
  let lines = 0;
  const write = (text: string): void => {
    for (const piece of text.split(/(?<=\n)/)) {
      if (!node || lines >= 20) {
        node = document.createTextNode('');
        list.appendChild(document.createElement('p')).append(node);
        lines = 0;
      }
      node.appendData(piece);
      if (piece.endsWith('\n')) lines += 1;
      if (piece === '\n') node = null;
    }
    list.scrollTop = list.scrollHeight;
  };
  let held = '';
  const show = (text: string): void => {
    if (!isPaced) {
      write(text);
      return;
    }
    if (held === '') {
      requestAnimationFrame(() => {
        write(held);
        held = '';
      });
    }
    held += text;
  };
  const path = `/v1beta1/sessions/${ticket.session_id}/events/stream?event_deltas[]=agent.message`;
  const response = await fetch(gateway + path, {
    headers: { authorization: `Bearer ${ticket.token}`, accept: 'text/event-stream' },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      const event = data ? JSON.parse(data) : {};
      if (event.type === 'event_delta') show(event.delta.content.text);
    }
  }
}

// A visitor of the measured gateways: sends, lists, and a stream that notes when each event came.

import { request } from 'node:http';
import { ADMIN_KEY } from '../test/faults/processes.ts';
import { admin } from '../test/faults/traffic.ts';

export interface Visitor {
  id: string;
  token: string;
}

export async function openVisitor(base: string, fields: object = {}): Promise<Visitor> {
  const { session_id: id = '' } = await admin(base, '/admin/sessions', {
    agent: 'scripted',
    ...fields,
  });
  const { token = '' } = await admin(base, `/admin/sessions/${id}/tokens`, {
    expires_in_s: 86_400,
  });
  return { id, token };
}

/** @returns the event's id. */
export async function send(base: string, visitor: Visitor, event: object): Promise<string> {
  const reply = await fetch(`${base}/v1/sessions/${visitor.id}/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${visitor.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  });
  if (reply.status !== 200) throw new Error(`A send was answered with ${reply.status}.`);
  return ((await reply.json()) as { data: { id: string }[] }).data[0]?.id ?? '';
}

export const note = (text: string, type = 'system.message') => ({
  type,
  content: [{ type: 'text', text }],
});

export async function list(base: string, visitor: Visitor, query: string): Promise<void> {
  const reply = await fetch(`${base}/v1/sessions/${visitor.id}/events?${query}`, {
    headers: { Authorization: `Bearer ${visitor.token}` },
  });
  if (reply.status !== 200) throw new Error(`A list was answered with ${reply.status}.`);
  await reply.arrayBuffer();
}

export interface OpenedStream {
  /** Resolves with the instant (performance.now) at which the text first came. */
  saw(text: string): Promise<number>;
  close(): void;
}

/** Resolves when it is open. */
export function openStream(base: string, visitor: Visitor): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    let tail = '';
    const waiting = new Map<string, (at: number) => void>();
    const call = request(
      `${base}/v1beta1/sessions/${visitor.id}/events/stream`,
      { headers: { Authorization: `Bearer ${visitor.token}` }, agent: false },
      (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`A stream: ${reply.statusCode}.`));
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => {
          const now = performance.now();
          tail = (tail + chunk).slice(-20_000);
          for (const [text, tell] of waiting) {
            if (!tail.includes(text)) continue;
            waiting.delete(text);
            tell(now);
          }
          // Its first comment: subscribed.
          resolve(stream);
        });
        reply.on('error', () => {});
      },
    );
    const stream: OpenedStream = {
      saw: (text) =>
        new Promise((tell) => {
          if (tail.includes(text)) tell(performance.now());
          else waiting.set(text, tell);
        }),
      close: () => call.destroy(),
    };
    call.on('error', reject);
    call.end();
  });
}

export { ADMIN_KEY };

// Runs the reference gateway in this process and writes into its sessions in place of an agent, so that the benchmark
// knows the moment of each event.

import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { createGateway, type EventDraft, openDatabase, toWire } from '../../gateway/index.ts';
import type { TestGateway, WireEvent } from '../../test/browser/support/test-gateway.ts';

const ADMIN_KEY = 'bench-admin-key';
const ANY = { perSecond: 1e12, burst: 1e12 };
const WITHOUT_LIMITS = { rateLimit: ANY, adminRateLimit: ANY, messageLimit: ANY, byteLimit: ANY };

export interface BenchGateway extends TestGateway {
  /** Every request that came, preflights too: "GET /v1/sessions/…/events?…". */
  requests: string[];
  /** Unix milliseconds at which the last bytes of a stream were given to the socket. */
  lastSentAt(): number;
  /** Open streams of a session. */
  listeners(sessionId: string): number;
  /** Begins a message that is still being written; returns how to add to it, and its end. */
  beginMessage(sessionId: string): Promise<OpenMessage>;
  /** Appends events as they stand, without previews, in one transaction. */
  append(sessionId: string, drafts: readonly EventDraft[]): Promise<void>;
}

export interface OpenMessage {
  add(text: string): void;
  /** The whole event and the end of the run. */
  end(): Promise<void>;
}

export async function startBenchGateway(): Promise<BenchGateway> {
  const db = await openDatabase();
  const gateway = await createGateway({
    db,
    options: { adminKey: ADMIN_KEY, ...WITHOUT_LIMITS },
  });
  const { hub, log, ids } = gateway.context;
  const requests: string[] = [];
  let lastSentAt = 0;

  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    const response = await gateway.fetch(request);
    if (!pathname.endsWith('/stream') || response.body === null) return response;
    const stamp = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        lastSentAt = performance.timeOrigin + performance.now();
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(stamp), response);
  };
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  async function admin(path: string, body: unknown): Promise<Record<string, string>> {
    const response = await gateway.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  }

  const append = async (sessionId: string, drafts: readonly EventDraft[]): Promise<void> => {
    await log.write(sessionId, async (write) => {
      for (const draft of drafts) write.append({ isProcessed: true, ...draft });
    });
  };

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    lastSentAt: () => lastSentAt,
    listeners: (sessionId) => hub.count(sessionId),
    async issue({ session_id, tools = [], new: isNew }) {
      const isKept = session_id !== undefined && isNew === undefined;
      const sessionId = isKept
        ? session_id
        : (
            await admin('/admin/sessions', {
              agent: 'scripted',
              script: [[{ say: 'Good day!' }], [{ call: [{ name: 'look', input: {} }] }]],
              client_tools: tools,
            })
          ).session_id;
      const { token } = await admin(`/admin/sessions/${sessionId}/tokens`, {});
      // As the session endpoints of `bellhop/server` and of the plugin say it.
      const told = isKept ? {} : { is_new: true as const };
      return { session_id: String(sessionId), token: String(token), ...told };
    },
    async events(sessionId) {
      const found: WireEvent[] = [];
      for (let after: number | null = null; ; ) {
        const page = await log.read(sessionId, 'asc', after, 1000);
        found.push(...page.map((event) => toWire(event, false) as unknown as WireEvent));
        const last = page.at(-1);
        if (last === undefined) return found;
        after = last.seq;
      }
    },
    append,
    async beginMessage(sessionId) {
      const run_id = `run_${ids.next('event')}`;
      await append(sessionId, [{ type: 'session.status_running', content: [], run_id }]);
      const id = ids.next('event');
      let text = '';
      hub.preview(sessionId, { type: 'event_start', event: { type: 'agent.message', id } });
      return {
        add(piece) {
          text += piece;
          hub.preview(sessionId, {
            type: 'event_delta',
            event_id: id,
            delta: { type: 'content_delta', index: 0, content: { type: 'text', text: piece } },
          });
        },
        async end() {
          await append(sessionId, [
            { id, type: 'agent.message', content: [{ type: 'text', text }], run_id },
            idleDraft(run_id),
          ]);
        },
      };
    },
    async close() {
      await gateway.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await db.close();
    },
  };
}

const USAGE = {
  input_tokens: 10,
  output_tokens: 20,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  credits_nano: 1000,
};

export function idleDraft(run_id: string): EventDraft {
  const content = { stop_reason: 'end_turn', context_tokens: 30 };
  return { type: 'session.status_idle', content, usage: USAGE, run_id };
}

/** Waits for `look`, without asking the page. @throws after ten seconds. */
export async function waitUntil(what: string, look: () => boolean | Promise<boolean>) {
  const end = performance.now() + 10_000;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`Waited 10 s for this: ${what}`);
    await sleep(10);
  }
}

// Visitors who write and read through whatever process answers, and note what they were told.

import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_KEY, type GatewayProcess } from './processes.ts';

const REQUEST_LIMIT_MS = 15_000;
const STREAM_MS = 4000;
const TURNS = 400;

export interface Conversation {
  id: string;
  token: string;
  /** Texts that were answered with 200, with the event's id. */
  acknowledged: Map<string, string>;
  /** Ids of the events that each stream showed, in order. */
  streams: string[][];
}

export interface Traffic {
  conversations: Conversation[];
  /** Sends that failed: these may be stored or not. */
  failures(): number;
  stop(): Promise<void>;
}

export type Pick = () => number;

export interface TrafficOptions {
  processes: readonly GatewayProcess[];
  conversations: number;
  /** 0 to 1, repeatable. */
  pick: Pick;
  pauseMs: number;
}

export async function startTraffic(options: TrafficOptions): Promise<Traffic> {
  const { processes, pick, pauseMs } = options;
  let isOver = false;
  let failures = 0;
  const conversations: Conversation[] = [];
  for (let i = 0; i < options.conversations; i += 1) {
    conversations.push(await openConversation(processes));
  }
  const work = conversations.flatMap((conversation, index) => [
    write(conversation, `${index}a`),
    write(conversation, `${index}b`),
    read(conversation),
  ]);
  return {
    conversations,
    failures: () => failures,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };

  async function write(conversation: Conversation, name: string): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      const base = anyBase(processes, pick);
      if (base === null) {
        await sleep(50);
        continue;
      }
      const text = `${name}-${count}`;
      // Every fifth asks the agent.
      const type = count % 5 === 0 ? 'user.message' : 'system.message';
      const events = [{ type, content: [{ type: 'text', text }] }];
      const reply = await post(base, conversation, { events });
      const id = reply?.data.find((event) => event.content[0]?.text === text)?.id;
      if (id === undefined) failures += 1;
      else conversation.acknowledged.set(text, id);
      await sleep(pauseMs * (0.5 + pick()));
    }
  }

  async function read(conversation: Conversation): Promise<void> {
    while (!isOver) {
      const base = anyBase(processes, pick);
      if (base === null) await sleep(50);
      else conversation.streams.push(await readStream(base, conversation, STREAM_MS * pick()));
    }
  }
}

interface Listed {
  id: string;
  type: string;
  content: { text?: string }[];
  processed_at: string | null;
}

async function post(
  base: string,
  { id, token }: Conversation,
  body: unknown,
): Promise<{ data: Listed[] } | null> {
  try {
    const reply = await fetch(`${base}/v1/sessions/${id}/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    });
    return reply.status === 200 ? ((await reply.json()) as { data: Listed[] }) : null;
  } catch {
    return null;
  }
}

/** The ids that a stream shows until it ends, breaks, or `ms` are over. */
async function readStream(
  base: string,
  { id, token }: Conversation,
  ms: number,
): Promise<string[]> {
  let text = '';
  try {
    const reply = await fetch(`${base}/v1beta1/sessions/${id}/events/stream`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(Math.max(200, ms)),
    });
    if (reply.status !== 200 || reply.body === null) {
      await sleep(100);
      return [];
    }
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) text += chunk;
  } catch {
    // Killed, or long enough: what has come so far counts.
  }
  // A frame that was cut off counts for nothing.
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 2);
  return [...whole.matchAll(/^id: (\S+)$/gm)].map(([, eventId]) => eventId ?? '');
}

/** Everything of a session, as one process lists it. @throws where it doesn't answer. */
export async function listAll(base: string, { id, token }: Conversation): Promise<Listed[]> {
  const all: Listed[] = [];
  let page = '';
  do {
    const reply = await fetch(`${base}/v1/sessions/${id}/events?limit=100${page}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    if (reply.status !== 200) throw new Error(`The list was answered with ${reply.status}.`);
    const body = (await reply.json()) as { data: Listed[]; next_page: string | null };
    all.push(...body.data);
    page = body.next_page === null ? '' : `&page=${body.next_page}`;
  } while (page !== '');
  return all;
}

async function openConversation(processes: readonly GatewayProcess[]): Promise<Conversation> {
  const base = processes.find((each) => each.base !== null)?.base ?? '';
  const script = Array.from({ length: TURNS }, (_, i) => [
    { say: `Answer ${i}, which takes a moment to write.`, ms: 150 },
  ]);
  const { session_id } = await admin(base, '/admin/sessions', { agent: 'scripted', script });
  const { token } = await admin(base, `/admin/sessions/${session_id}/tokens`, {
    expires_in_s: 86_400,
  });
  return { id: session_id ?? '', token: token ?? '', acknowledged: new Map(), streams: [] };
}

export async function admin(
  base: string,
  path: string,
  body: unknown,
): Promise<Record<string, string | undefined>> {
  const reply = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}.`);
  return (await reply.json()) as Record<string, string | undefined>;
}

function anyBase(processes: readonly GatewayProcess[], pick: Pick): string | null {
  const up = processes.flatMap(({ base }) => base ?? []);
  return up[Math.floor(pick() * up.length)] ?? null;
}

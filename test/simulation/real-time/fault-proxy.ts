// A TCP proxy on its own port, in front of a gateway. It reads each request, does the chosen fault to it, and keeps a
// record. It knows no client, and of the gateway only the shape of an error.

import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { SeededRandom } from '../../doubles/seeded-random.ts';
import { type StepName, stepOf } from '../network-faults.ts';
import { BEFORE_HEAD, type SocketFault } from './faults.ts';
import { fieldOf, type HttpHead, readHead, writeHead } from './http-head.ts';

/** The record of one request. Times are of performance.now(). */
export interface Heard {
  at: number;
  method: string;
  target: string;
  step: StepName | 'preflight';
  body: string;
  token: string;
  /** The caller's name for the request (header `x-asked`). */
  asked: string | null;
  fault: SocketFault;
  /** The gateway's status; 0: no answer yet, or the request never reached it. */
  status: number;
  /** The status that the caller got; 0: none that it could read. */
  said: number;
  /** When the gateway answered; 0: not yet. */
  answeredAt: number;
  /** When the caller had its reply or lost the connection; 0: it still waits. */
  endedAt: number;
}

export interface FaultProxy {
  /** Without a slash at the end. */
  readonly url: string;
  readonly heard: readonly Heard[];
  /** Number of connections that were reset before their first request. */
  readonly refused: number;
  /** Cuts every connection, and each new one. Keeps the port, which another process could take otherwise. */
  goDown(): void;
  comeUp(): void;
  /** From now on no request gets a fault; refused tokens stay refused. */
  calm(): void;
  /** From now on refuses every token that has been used so far. */
  revoke(): void;
  close(): Promise<void>;
}

export interface FaultProxyOptions {
  /** The gateway's port on this machine. */
  port: number;
  random: SeededRandom;
  /** Chooses the fault of a request. */
  choose(heard: Heard): SocketFault;
  /** The chance that a new connection is reset before its first request. Default 0. */
  resetChance?: () => number;
  /** Called with each request once its fault is chosen. */
  onHeard?: (heard: Heard) => void;
}

/** Longest delays of a request; well below the time that a commit may take. */
const MAX_DELAY_MS = 600;
const MAX_LATE_MS = 300;
const STALL_MS = 1_500;
/** If a connection's first request comes within this time, the connection was opened for it. */
const FRESH_MS = 50;
/** Wait this long before a reset, so that the caller has read what was sent. */
const BEFORE_RESET_MS = 25;

export async function createFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const { random, choose } = options;
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const revoked = new Set<string>();
  let isCalm = false;
  let isDown = false;
  let isClosed = false;
  let refused = 0;

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isClosed) act();
    }, ms);
    timers.add(timer);
  }

  function hold(socket: Socket): void {
    sockets.add(socket);
    // Each request adds a listener, and a connection serves many.
    socket.setMaxListeners(100);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  }

  function accept(client: Socket): void {
    hold(client);
    if (isDown || (!isCalm && random.chance(options.resetChance?.() ?? 0))) {
      refused += 1;
      client.resetAndDestroy();
      return;
    }
    let pending = Buffer.alloc(0);
    const acceptedAt = performance.now();
    let requests = 0;
    let isBusy = false;
    const next = (): void => {
      if (isBusy || client.destroyed) return;
      const head = readHead(pending);
      if (head === null) return;
      const length = Number(fieldOf(head, 'content-length') ?? 0);
      if (pending.length < head.length + length) return;
      const body = pending.subarray(head.length, head.length + length);
      pending = pending.subarray(head.length + length);
      isBusy = true;
      requests += 1;
      // A browser treats a connection that it opened beforehand as reused.
      const isFresh = requests === 1 && performance.now() - acceptedAt < FRESH_MS;
      handle(client, head, body, isFresh, () => {
        isBusy = false;
        next();
      });
    };
    client.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      next();
    });
    client.on('end', () => client.end());
  }

  function record(head: HttpHead, body: string): Heard {
    const [method = '', target = ''] = head.line.split(' ');
    const json: unknown = body === '' ? null : JSON.parse(body);
    const url = new URL(target, 'http://proxy.test');
    const entry: Heard = {
      at: performance.now(),
      method,
      target,
      step: method === 'OPTIONS' ? 'preflight' : stepOf(url, json),
      body,
      token: (fieldOf(head, 'authorization') ?? '').slice(7),
      asked: fieldOf(head, 'x-asked'),
      fault: 'none',
      status: 0,
      said: 0,
      answeredAt: 0,
      endedAt: 0,
    };
    heard.push(entry);
    return entry;
  }

  function handle(
    client: Socket,
    head: HttpHead,
    bytes: Buffer,
    isFresh: boolean,
    done: () => void,
  ): void {
    const entry = record(head, bytes.toString());
    const isFaulty = !isCalm && entry.step !== 'preflight';
    let fault = isFaulty ? choose(entry) : 'none';
    // On a reused connection choose another fault: a browser repeats a POST that dies there, and no client can
    // prevent it.
    if (!isFresh && BEFORE_HEAD.includes(fault)) fault = 'head_cut';
    entry.fault = fault;
    options.onHeard?.(entry);
    const isLast = random.chance(0.6);
    const ended = (): void => {
      if (entry.endedAt === 0) entry.endedAt = performance.now();
    };
    client.once('close', ended);
    const finish = (): void => {
      client.off('close', ended);
      ended();
      if (isLast) client.end();
      done();
    };
    const reset = (): void => {
      ended();
      client.resetAndDestroy();
    };
    const reply = (status: number, text: string, fields: Record<string, string>): void => {
      entry.said = status;
      const all = {
        'content-length': String(Buffer.byteLength(text)),
        connection: isLast ? 'close' : 'keep-alive',
        ...fields,
      };
      const line = `HTTP/1.1 ${status} Said by the proxy`;
      client.write(writeHead({ line, fields: [], length: 0 }, all) + text, finish);
    };
    const fail = (status: number, type: string, fields: Record<string, string> = {}): void => {
      const request_id = randomUUID();
      const error = { message: 'It was the proxy.', type, code: status, request_id };
      reply(status, JSON.stringify({ error }), {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Retry-After, X-Request-ID, WWW-Authenticate',
        'x-request-id': request_id,
        ...fields,
      });
    };
    const edge = (status: number): void =>
      reply(status, '<html>The edge is sorry.</html>', { 'content-type': 'text/html' });

    const ask = (then: Parameters<typeof forward>[3]): Socket => forward(entry, head, bytes, then);
    /** Passes the reply on as it comes, up to `limit` bytes; then calls `cut`. */
    const relay = (limit: number, cut: () => void, isThrottled = false): void => {
      let sent = 0;
      let isCut = false;
      let queue = Promise.resolve();
      const push = (chunk: Buffer): void => {
        if (isCut || client.destroyed) return;
        const room = chunk.subarray(0, limit - sent);
        sent += room.length;
        if (room.length > 0) client.write(room);
        if (sent < limit) return;
        isCut = true;
        cut();
      };
      const write = (chunk: Buffer): void => {
        if (!isThrottled) {
          push(chunk);
          return;
        }
        const size = Math.max(7, Math.ceil(chunk.length / 30));
        for (let at = 0; at < chunk.length; at += size) {
          const piece = chunk.subarray(at, at + size);
          queue = queue
            .then(() => new Promise<void>((resolve) => later(2, resolve)))
            .then(() => push(piece));
        }
      };
      const upstream = ask({
        head: (theirs) => {
          const bytesOfHead = writeHead(theirs, {
            connection: isLast ? 'close' : 'keep-alive',
            'keep-alive': null,
          });
          if (isThrottled) write(bytesOfHead);
          else client.write(bytesOfHead);
          if (limit === 0) {
            isCut = true;
            cut();
          }
        },
        data: write,
        end: (isWhole) => {
          void queue.then(() => {
            if (isCut) return;
            // The reply was shorter than `limit`: cut it at its end.
            if (!isWhole) reset();
            else if (limit !== Number.POSITIVE_INFINITY) cut();
            else {
              entry.said = entry.status;
              finish();
            }
          });
        },
      });
      client.once('close', () => {
        // Let the gateway finish a request that it has; only a stream must end.
        if (entry.step === 'stream') upstream.destroy();
      });
      if (fault === 'stream_cut' || fault === 'stream_half_close') {
        later(1_200, () => {
          if (isCut) return;
          isCut = true;
          cut();
        });
      }
    };
    const whole = (): void => relay(Number.POSITIVE_INFINITY, () => {});
    const cutSoon = (): void => later(BEFORE_RESET_MS, reset);
    const drop = { head: () => {}, data: () => {}, end: () => {} };
    const share = Math.floor(1 + random.next() * 200);

    if (entry.token !== '' && (revoked.has(entry.token) || fault === 'stale_token')) {
      revoked.add(entry.token);
      fail(401, 'authentication_error', { 'www-authenticate': 'Bearer realm="ai-services"' });
      return;
    }
    switch (fault) {
      case 'request_lost':
        later(random.int(200), reset);
        return;
      case 'response_lost':
        ask(
          entry.step === 'stream'
            ? { ...drop, head: reset }
            : { ...drop, end: () => later(random.int(100), reset) },
        );
        return;
      case 'late_commit':
        reset();
        later(random.int(MAX_LATE_MS), () => ask(drop));
        return;
      case 'head_cut':
        relay(0, cutSoon);
        return;
      case 'body_cut':
        relay(share, cutSoon);
        return;
      case 'half_close':
      case 'stream_half_close':
        relay(fault === 'half_close' ? share : share * 6, () => {
          ended();
          client.end();
        });
        return;
      case 'delay':
        later(random.int(MAX_DELAY_MS), whole);
        return;
      case 'stall':
        ask(drop);
        later(STALL_MS, reset);
        return;
      case 'throttle':
        relay(Number.POSITIVE_INFINITY, () => {}, true);
        return;
      case 'duplicate':
        ask({ ...drop, end: whole });
        return;
      case 'http_500':
        fail(500, 'api_error');
        return;
      case 'applied_500':
        ask({ ...drop, end: () => fail(500, 'api_error') });
        return;
      case 'http_503':
        fail(503, 'api_error');
        return;
      case 'http_429':
        fail(429, 'rate_limit_error', { 'retry-after': '1' });
        return;
      case 'edge_503':
        edge(503);
        return;
      case 'edge_429':
        edge(429);
        return;
      case 'stream_missing':
        fail(404, 'not_found_error');
        return;
      case 'stream_cut':
        relay(share * 6, cutSoon);
        return;
      case 'stream_deaf':
        // Let the head and the first comment pass, and nothing after them.
        relay(20, () => {});
        return;
      default:
        whole();
    }
  }

  function forward(
    entry: Heard,
    head: HttpHead,
    body: Buffer,
    then: {
      head: (head: HttpHead) => void;
      data: (chunk: Buffer) => void;
      end: (isWhole: boolean) => void;
    },
  ): Socket {
    const upstream = connect(options.port, '127.0.0.1');
    hold(upstream);
    upstream.write(writeHead(head, { connection: 'close', 'x-asked': null }));
    upstream.write(body);
    let isHead = true;
    let isOver = false;
    let pending = Buffer.alloc(0);
    upstream.on('data', (chunk: Buffer) => {
      if (!isHead) {
        then.data(chunk);
        return;
      }
      pending = Buffer.concat([pending, chunk]);
      const theirs = readHead(pending);
      if (theirs === null) return;
      isHead = false;
      entry.status = Number(theirs.line.split(' ')[1] ?? 0);
      entry.answeredAt = performance.now();
      then.head(theirs);
      const rest = pending.subarray(theirs.length);
      if (rest.length > 0) then.data(rest);
    });
    const end = (isWhole: boolean): void => {
      if (isOver) return;
      isOver = true;
      then.end(isWhole);
    };
    upstream.on('end', () => end(true));
    upstream.on('close', () => end(false));
    return upstream;
  }

  function cutAll(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  const server = createServer({ allowHalfOpen: true }, accept);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    get refused() {
      return refused;
    },
    goDown() {
      isDown = true;
      cutAll();
    },
    comeUp() {
      isDown = false;
    },
    calm() {
      isCalm = true;
    },
    revoke() {
      for (const { token } of heard) if (token !== '') revoked.add(token);
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cutAll();
      await closed;
    },
  };
}

/**
 * The longest time that a commit took after its caller had lost it, if longer than W, so that W was not kept; or null.
 */
export function slowestCommit(heard: readonly Heard[], windowMs: number): number | null {
  let slowest = 0;
  for (const { method, endedAt, answeredAt } of heard) {
    if (method !== 'POST' || endedAt === 0 || answeredAt === 0) continue;
    slowest = Math.max(slowest, answeredAt - endedAt);
  }
  return slowest > windowMs - 50 ? Math.round(slowest) : null;
}

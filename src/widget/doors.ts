// The ways to a WordPress: its REST API, and where a firewall, a plugin or a rule of the server closes that to visitors, the
// other doors that the plugin names (`data-doors`): admin-ajax.php and the front page. Loaded on such sites alone. Replies
// that come from the plugin say so in a header, so a refusal without it is a closed door: the next one is tried, once, and
// what worked is remembered. It knows nothing of what is asked.

import { writeJson } from '../dom/json.ts';
import type { Platform } from '../platform/index.ts';
import { isRecord, parseJson } from '../protocol/index.ts';
import type { RawOptions } from './types.ts';

export interface DoorsParts {
  platform: Pick<Platform, 'clock' | 'page' | 'storage'>;
  fetch: typeof fetch;
  /** `doors` as the tag has it: addresses apart by spaces, after a `-` where the REST API is known to be closed. */
  raw: RawOptions;
  /** How long the queue is before this visitor's message, in the site's words; '' where there is none. */
  onQueue?(words: string): void;
}

/** What the plugin serves, wherever the REST API lies: its own routes, and runs of abilities. */
const ROUTE = /\/(?:bellhop|wp-abilities)\/v1(?:beta1)?\//;
const DOOR = 'bellhop-door';
const QUEUE = 'bellhop-queue';
/** A page of one of several chatbots names it in the query. */
const SESSION = /^\/bellhop\/v1\/session(?:\?|$)/;
const EVENTS = /\/events(?:\?|$)/;
/** Under which the page's options hold what its visitor has agreed to (src/ui/consent/). */
const CONSENT = Symbol.for('bellhop.consent');
const KEY = 'door';
/** Afterwards the first door is tried again: somebody may have opened it. */
const REMEMBERED_MS = 86_400_000;

interface Asked {
  url: string;
  route: string;
  init: RequestInit;
  headers: Record<string, string>;
}

export function createDoors({
  platform,
  fetch,
  raw,
  onQueue = createQueue(raw),
}: DoorsParts): typeof globalThis.fetch {
  const doors = `${raw.doors}`;
  const { clock, page, storage } = platform;
  const isClosed = /^\s*-\s/.test(doors);
  /** Door 0 is the REST API. All are addresses of this site: they get the visitor's token. */
  const others = doors.split(/\s+/).flatMap((address) => {
    const url = new URL(address || '-', page.url());
    return url.search !== '' && url.origin === new URL(page.url()).origin ? [url.href] : [];
  });
  let chosen: Promise<number> | undefined;
  /** Of a signed-in visitor. Guests have none, and never ask for one. */
  let nonce = '';

  async function remembered(): Promise<number> {
    const stored = await storage.get(KEY).catch(() => null);
    const { door, until } = isRecord(stored) ? stored : {};
    const isGood = typeof door === 'number' && door <= others.length && door >= 0;
    if (isGood && typeof until === 'number' && until > clock.now()) return door;
    return isClosed ? 1 : 0;
  }

  function choose(door: number): void {
    chosen = Promise.resolve(door);
    storage.set(KEY, { door, until: clock.now() + REMEMBERED_MS }).catch(() => {});
  }

  function toAsked(input: RequestInfo | URL, init: RequestInit = {}): Asked | null {
    const own = new URL(page.url());
    const url = new URL(String(input), own);
    const path = url.searchParams.get('rest_route') ?? url.pathname;
    const at = path.search(ROUTE);
    if (url.origin !== own.origin || at < 0) return null;
    url.searchParams.delete('rest_route');
    const route = path.slice(at) + url.search;
    return {
      url: String(input),
      route,
      init: SESSION.test(route) ? withConsent(init, raw) : init,
      headers: Object.fromEntries(new Headers(init.headers)),
    };
  }

  function through(door: number, { url, route, init, headers }: Asked): Promise<Response> {
    const { authorization, ...kept } = headers;
    // Not as a Bearer: hosts strip that header, need it for a password of theirs, or have a plugin that judges each.
    const token = authorization?.replace(/^Bearer /, '') ?? '';
    const given = headers['x-wp-nonce'] ?? nonce;
    const all: Record<string, string> = { ...kept };
    if (token !== '') all['x-bellhop-token'] = token;
    if (given !== '') all['x-wp-nonce'] = given;
    // With the browser's own password for the site (HTTP Basic), where it has one. A redirect leads to a login page. And with the
    // page's address, which is the site's own: by it the site knows the page's language, and its people what was read.
    const shared: RequestInit = {
      ...init,
      credentials: 'same-origin',
      redirect: 'manual',
      referrerPolicy: 'same-origin',
    };
    const address = others[door - 1];
    if (address === undefined) return fetch(url, { ...shared, headers: all });
    return fetch(address, {
      ...shared,
      method: 'POST',
      headers: { accept: headers.accept ?? 'application/json', 'content-type': 'application/json' },
      body: writeJson({
        route,
        method: init.method ?? 'GET',
        token,
        nonce: given,
        body: typeof init.body === 'string' ? init.body : '',
      }),
    });
  }

  /** A signed-in visitor's page gets its nonce when the site says that one is missing. False: there is none. */
  async function renewNonce(door: number, { url, route, init }: Asked): Promise<boolean> {
    const own = '/bellhop/v1/nonce';
    const reply = await through(door, {
      url: url.includes('rest_route=')
        ? url.replace(/rest_route=[^&]*/, `rest_route=${own}`)
        : url.slice(0, url.indexOf(route.replace(/\?.*/, ''))) + own,
      route: own,
      init: { method: 'POST', ...(init.signal ? { signal: init.signal } : {}) },
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    const body = parseJson(await reply.text());
    const found = isRecord(body) ? body.nonce : undefined;
    nonce = typeof found === 'string' ? found : '';
    return nonce !== '';
  }

  async function ask(door: number, asked: Asked): Promise<Response> {
    const reply = await through(door, asked);
    if (reply.headers.get(DOOR) !== 'nonce') return reply;
    nonce = '';
    const { 'x-wp-nonce': _, ...headers } = asked.headers;
    return (await renewNonce(door, asked)) ? through(door, { ...asked, headers }) : reply;
  }

  /** Where many strangers come at once, the site asks for a proof of work before it opens a session. */
  async function workFor(door: number, asked: Asked, refusal: Response): Promise<Response> {
    const said = parseJson(await refusal.clone().text());
    const body = parseJson(`${asked.init.body}`);
    if (!isRecord(said) || !said.challenge || !isRecord(body)) return refusal;
    const { workFor } = await import('./site-work.ts');
    const proof = await workFor(said, clock, asked.init.signal ?? new AbortController().signal);
    if (proof === null) return refusal;
    return ask(door, { ...asked, init: { ...asked.init, body: writeJson({ ...body, proof }) } });
  }

  return async (input, init) => {
    const asked = toAsked(input, init);
    if (asked === null) return fetch(input, init);
    chosen ??= remembered();
    const before = await chosen;
    const reply = await ask(before, asked);
    if (!isRefusedOutside(reply)) {
      if (reply.status === 429 && SESSION.test(asked.route)) return workFor(before, asked, reply);
      if (reply.ok && EVENTS.test(asked.route)) onQueue(wordsOf(reply.headers.get(QUEUE) ?? ''));
      return reply;
    }
    for (let door = 0; door <= others.length; door++) {
      if (door === before) continue;
      const other = await ask(door, asked);
      if (!other.headers.has(DOOR)) continue;
      choose(door);
      return other;
    }
    // As whoever asked wanted it, which `manual` has only put off.
    if (reply.type === 'opaqueredirect' && init?.redirect === 'error')
      throw new TypeError('redirected');
    return reply;
  };
}

/** The site keeps what its visitor has agreed to, and opens no session without it where it asks for that. */
function withConsent(init: RequestInit, raw: RawOptions): RequestInit {
  const given = (raw as Record<symbol, unknown>)[CONSENT];
  const body = parseJson(`${init.body}`);
  return isRecord(given) && isRecord(body)
    ? { ...init, body: writeJson({ ...body, consent: given.text }) }
    : init;
}

/** Fetches what shows the queue once there is one. */
function createQueue(raw: RawOptions): (words: string) => void {
  let coming: Promise<(words: string) => void> | undefined;
  return (words) => {
    if (words === '' && coming === undefined) return;
    coming ??= import('./queue-words.ts').then(({ createQueueWords }) => createQueueWords(raw));
    coming.then(
      (show) => show(words),
      () => {
        coming = undefined;
      },
    );
  };
}

/** As the site has written them into a header, which takes Latin letters alone. */
function wordsOf(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return '';
  }
}

/** Something before the plugin has answered, and nothing has happened: not a server that is away, which may be back soon. */
function isRefusedOutside({ headers, type, status, ok }: Response): boolean {
  if (headers.has(DOOR)) return false;
  if (ok) return headers.get('content-type')?.includes('text/html') === true;
  const mayPass = [408, 425, 429].includes(status);
  return type === 'opaqueredirect' || status === 501 || (status >= 400 && status < 500 && !mayPass);
}

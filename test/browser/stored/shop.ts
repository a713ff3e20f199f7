// A shop and its gateway for recordings of what the widget stores: both stand at addresses that never change, since those are
// part of what is stored, and the gateway's log is an array, so that it can be recorded beside it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Route } from 'playwright-core';

const SITE = 'https://shop.example';
const GATEWAY = 'https://gateway.example';
const SESSION = 'ses_recorded';

export interface StoredEvent {
  id: string;
  type: string;
  content: unknown;
  processed_at: string | null;
}

export interface Shop {
  page: Page;
  /** As the gateway has them. */
  events: StoredEvent[];
  /**
   * What becomes of requests to the gateway. `last`: it takes what is sent next, and neither its reply nor anything else gets
   * through any more: that is `cut`. `half`: of what is sent only messages arrive.
   */
  line: 'up' | 'last' | 'cut' | 'half';
  /** The file of the engine never comes. */
  withholdsCore: boolean;
  /** Puts an event of the agent's into the log. */
  add(type: string, content: unknown): void;
  /** What the page's tools have done on this page, in their order. */
  done(): Promise<string[]>;
  /** Opens the page with the chat. */
  visit(): Promise<void>;
}

export const ANSWER = 'A parcel takes three days.';
export const DONE = 'It is in your cart.';
/** What waits in the composer. */
export const DRAFT = 'And the saucer';
/** Of an answer that isn't whole yet. */
export const PART = 'The saucer is made of';

/** What the shop does for a message with this word. */
const CALLS: Readonly<Record<string, string>> = {
  cart: 'add_to_cart',
  favourites: 'add_to_favourites',
  cancel: 'cancel_order',
};
const say = (text: string) => [{ type: 'text', text }];

const TOOLS = `<script>
window.done = [];
(window.bellhop ??= []).push((chat) => {
  chat.configure({ settleMs: 1000 });
  const register = (name, title, approval) => chat.registerTool({
    name,
    title,
    approval,
    description: title,
    inputSchema: { type: 'object', properties: { product: { type: 'string' } } },
    execute: ({ product }) => window.done.push(name + ' ' + product),
  });
  register('add_to_cart', 'Add to cart', 'auto');
  register('add_to_favourites', 'Add to favourites', 'ask');
  register('cancel_order', 'Cancel the order', 'always');
});
</script>`;

export interface ShopOptions {
  /** The built files. */
  dist: string;
  history: 'local' | 'session';
  /** Those of an earlier visit. */
  events?: StoredEvent[];
}

export async function openShop(
  context: BrowserContext,
  { dist, history, events = [] }: ShopOptions,
): Promise<Shop> {
  const page = await context.newPage();
  let streams = 0;
  /** Streams that open when there is something to show. */
  const held: (() => void)[] = [];
  const isSpeaking = () => events.at(-1)?.type === 'session.status_running';
  const add = (type: string, content: unknown): StoredEvent => {
    const id = `evt_${String(events.length + 1).padStart(4, '0')}`;
    const event = { id, type, content, processed_at: new Date().toISOString() };
    events.push(event);
    if (isSpeaking()) for (const open of held.splice(0)) open();
    return event;
  };
  const shop: Shop = {
    page,
    events,
    line: 'up',
    withholdsCore: false,
    add,
    done: () => page.evaluate(() => Reflect.get(window, 'done')),
    visit: async () => void (await page.goto(`${SITE}/`)),
  };

  function answerBy(text: string): void {
    add('agent.message', say(text));
    add('session.status_idle', { stop_reason: 'end_turn', context_tokens: 8 });
  }

  function take({ type, content }: StoredEvent): StoredEvent {
    const taken = add(type, content);
    if (type === 'user.tool_result') answerBy(DONE);
    if (type !== 'user.message') return taken;
    add('session.status_running', []);
    const words = JSON.stringify(content);
    // Of this one the agent is still speaking.
    if (words.includes('made of')) return taken;
    const [, name] = Object.entries(CALLS).find(([word]) => words.includes(word)) ?? [];
    if (name === undefined) {
      answerBy(ANSWER);
      return taken;
    }
    const id = `toolu_${events.length}`;
    add('agent.tool_use', [{ type: 'tool_use', id, name, input: { product: 'mug' } }]);
    add('session.status_idle', {
      stop_reason: 'client_tool_use',
      tool_use_ids: [id],
      context_tokens: 8,
    });
    return taken;
  }

  function list(query: URLSearchParams): object {
    const all = query.get('order') === 'desc' ? events.toReversed() : events;
    const start = all.findIndex(({ id }) => id === query.get('after_id')) + 1;
    return { data: all.slice(start, start + 100), next_page: null };
  }

  /** What a stream shows of the answer that isn't whole yet. */
  function preview(): string {
    const delta = { type: 'content_delta', index: 0, content: { type: 'text', text: PART } };
    return [
      { type: 'event_start', event: { type: 'agent.message', id: 'evt_part' } },
      { type: 'event_delta', event_id: 'evt_part', delta },
    ]
      .map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`)
      .join('');
  }

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*, authorization',
      'access-control-allow-methods': '*',
    };
    const json = (body: object, status = 200) => route.fulfill({ status, json: body, headers });
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    const isGet = request.method() === 'GET';
    if (shop.line === 'cut') return route.abort();
    if (pathname.endsWith(`/${SESSION}/events/stream`)) {
      // The first ends at once; the next opens when there is something to show.
      if (streams++ > 0 && !isSpeaking()) await new Promise<void>((open) => held.push(open));
      const body = isSpeaking() ? preview() : ': hello\n\n';
      return route.fulfill({ headers, contentType: 'text/event-stream', body }).catch(() => {});
    }
    if (!pathname.endsWith(`/${SESSION}/events`)) return json({ error: { message: 'no' } }, 404);
    if (isGet) return json(list(searchParams));
    const { events: sent } = request.postDataJSON() as { events: StoredEvent[] };
    const isMessage = sent.every(({ type }) => type === 'user.message');
    if (shop.line === 'half' && !isMessage) return route.abort();
    const data = sent.map(take);
    if (shop.line !== 'last') return json({ data }, 201);
    shop.line = 'cut';
    return route.abort();
  }

  await context.route(`${GATEWAY}/**`, answer);
  await context.route(`${SITE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/session') {
      return route.fulfill({ json: { session_id: SESSION, token: 'a-token' } });
    }
    if (pathname === '/' || pathname === '/empty') {
      const tag = `<script async src="/bellhop.js" data-gateway="${GATEWAY}" data-session="/session" data-history="${history}"></script>`;
      const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>${pathname === '/' ? TOOLS + tag : ''}</body></html>`;
      return route.fulfill({ contentType: 'text/html', body });
    }
    if (shop.withholdsCore && /\/core-/.test(pathname)) return;
    const body = await readFile(join(dist, pathname)).catch(() => null);
    if (body === null) return route.fulfill({ status: 404, body: '' });
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  return shop;
}

/** A page of the site without the chat. */
export const EMPTY = `${SITE}/empty`;

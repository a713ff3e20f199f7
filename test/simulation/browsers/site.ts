// The shop that all schedules visit: two pages with the script tag, the session endpoint, and a record of what the
// tools do to the world. A tool's effect is its request to this server, so it counts even if its page is killed.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { listen, readBody } from '../../browser/support/listen.ts';
import { DIST } from '../../browser/support/world.ts';

/** What a handler reported while it ran. */
export interface Effect {
  toolUseId: string;
  name: string;
  isJournaled: boolean;
  isDone: boolean;
  startedAt: number;
}

export interface Visit {
  /** The first page; the other one is at `${page}other`. */
  page: string;
  effects: Effect[];
  /** One item for each pageshow; true: the page came from the back-forward cache. */
  shown: boolean[];
  end(): void;
}

export interface VisitOptions {
  name: string;
  /** The gateway's address for the page. */
  gateway: string;
  transport: string;
  settleMs: number;
  issue(): Promise<unknown>;
}

export interface Site {
  visit(options: VisitOptions): Visit;
  close(): Promise<void>;
}

interface Entry {
  options: VisitOptions;
  visit: Visit;
}

export async function createSite(): Promise<Site> {
  if (!existsSync(join(DIST, 'bellhop.js'))) {
    throw new Error('dist/bellhop.js is not there. Run `npm run build` first.');
  }
  const visits = new Map<string, Entry>();

  const server = await listen(async (request, response) => {
    // Reuse no connection here: a browser repeats a POST that dies on a reused one.
    response.shouldKeepAlive = false;
    const { pathname } = new URL(request.url ?? '/', 'http://site.test');
    if (pathname.startsWith('/cdn/')) {
      const bytes = await readFile(join(DIST, normalize(pathname.slice(4)))).catch(() => null);
      if (bytes === null) return void response.writeHead(404).end();
      const headers = { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' };
      return void response.writeHead(200, headers).end(bytes);
    }
    const [, , name = '', rest = ''] = pathname.split('/');
    const entry = visits.get(name);
    if (entry === undefined) return void response.writeHead(404).end();
    const { options, visit } = entry;
    if (request.method === 'POST') {
      const body = await readBody(request);
      if (rest === 'session') {
        const ticket = await options.issue();
        response.writeHead(200, {
          'content-type': 'application/json',
          'cache-control': 'no-store',
        });
        return void response.end(JSON.stringify(ticket));
      }
      note(visit, rest, JSON.parse(body) as Record<string, unknown>);
      return void response.writeHead(204).end();
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(options));
  });

  return {
    visit(options) {
      const visit: Visit = {
        page: `${server.url}/v/${options.name}/`,
        effects: [],
        shown: [],
        end: () => void visits.delete(options.name),
      };
      visits.set(options.name, { options, visit });
      return visit;
    },
    close: () => server.close(),
  };
}

function note(visit: Visit, what: string, body: Record<string, unknown>): void {
  if (what === 'shown') visit.shown.push(body.isPersisted === true);
  const toolUseId = String(body.toolUseId);
  if (what === 'began') {
    const { name, isJournaled } = body;
    visit.effects.push({
      toolUseId,
      name: String(name),
      isJournaled: isJournaled === true,
      isDone: false,
      startedAt: performance.now(),
    });
  }
  if (what === 'done') {
    const effect = visit.effects.findLast(
      (other) => other.toolUseId === toolUseId && !other.isDone,
    );
    if (effect !== undefined) effect.isDone = true;
  }
}

function pageOf({ name, gateway, transport, settleMs }: VisitOptions): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<script>window.hostGlobals = Object.getOwnPropertyNames(window);</script>
<script>${ON_PAGE}</script>
<script>
(window.bellhop ||= []).push((chat) => {
  window.chat = chat;
  chat.configure({ settleMs: ${settleMs} });
  for (const name of ['once', 'read', 'ask']) {
    chat.registerTool({
      name,
      description: name,
      annotations: { readOnlyHint: name === 'read' },
      ...(name === 'ask' ? {} : { approval: 'auto' }),
      execute: (_input, { toolUseId }) => act('/v/${name}/', name, toolUseId),
    });
  }
});
</script></head><body><main><h1>Shop</h1></main>
<script async src="/cdn/bellhop.js" data-gateway="${gateway}" data-session="/v/${name}/session"
        data-transport="${transport}"></script></body></html>`;
}

/** The page's own script: reports the tools' effects, and reads for the referee what is drawn. */
const ON_PAGE = `
const tell = (path, body) =>
  fetch(path, { method: 'POST', keepalive: true, body: JSON.stringify(body) });
addEventListener('pageshow', (event) => {
  tell(location.pathname.replace(/[^/]*$/, '') + 'shown', { isPersisted: event.persisted }).catch(() => {});
});
async function readJournal(toolUseId) {
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('bellhop:')) continue;
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const rows = db.transaction('rows').objectStore('rows');
    const [keys, values] = await Promise.all([rows.getAllKeys(), rows.getAll()].map(
      (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); })));
    db.close();
    const at = keys.findIndex((key) => String(key).endsWith(':tool:' + toolUseId));
    if (at >= 0) return values[at].state;
  }
  return 'none';
}
async function act(path, name, toolUseId) {
  const state = await readJournal(toolUseId);
  const isJournaled = state !== 'none' && state !== 'claimed';
  await tell(path + 'began', { name, toolUseId, isJournaled });
  await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 500));
  await tell(path + 'done', { toolUseId });
  return 'did ' + name + ' ' + toolUseId;
}
let lacksPart = false;
addEventListener('error', ({ target }) => { lacksPart ||= target?.rel === 'modulepreload'; }, true);
const textOf = (element) => element.textContent.trim();
function placeOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return width === 0 ? null : { x: x + width / 2, y: y + height / 2 };
}
function see() {
  const root = document.querySelector('bellhop-host')?.shadowRoot;
  const log = root?.querySelector('[role=log]');
  const rows = [...(log?.querySelectorAll('article.row') ?? [])];
  const users = rows.filter((row) => row.matches('.user')).map((row) => ({
    text: textOf(row.querySelector('.bubble')),
    state: /is-(\\w+)/.exec(row.className)[1],
    isTwice: /sent twice/i.test(row.querySelector('.delivery')?.textContent ?? ''),
  }));
  const answers = rows.filter((row) => row.matches('.turn')).flatMap((row) =>
    [...row.querySelectorAll('.answer:not(.is-preview), .filler')].map(textOf));
  const button = (pattern, css = 'button') => {
    const found = [...(root?.querySelectorAll(css) ?? [])].find((one) =>
      one.getAttribute('aria-disabled') !== 'true' && !one.disabled &&
      pattern.test(one.getAttribute('aria-label') ?? textOf(one)));
    if (!found) return null;
    const place = placeOf(found);
    // Scroll only to an element that is out of sight: a question that moves has to be in sight anew.
    if (place && (place.y < 0 || place.y > innerHeight)) found.scrollIntoView({ block: 'nearest' });
    return place;
  };
  const known = new Set([...window.hostGlobals, 'hostGlobals', 'bellhop', 'chat']);
  return {
    // Being loaded is not enough: an unfinished matter of an earlier page loads the panel without opening it.
    isThere: window.chat?.state.isOpen === true && root?.querySelector('textarea')?.disabled === false,
    users,
    answers,
    hasChat: window.chat !== undefined,
    lacksPart,
    words: textOf(log ?? document.body).slice(-160),
    draft: root?.querySelector('textarea')?.value ?? '',
    run: window.chat?.state.run ?? 'none',
    isForgetful: /keeps nothing/.test(root?.querySelector('.banner')?.textContent ?? ''),
    allow: button(/./, '.choices.pair > :first-child'),
    runHere: button(/^Run it here/),
    check: button(/^Check$/),
    sendAgain: button(/^Send again/),
    tryNow: button(/^(Try (now|again)|Reconnect)$/),
    stop: button(/^Stop$/),
    earlier: button(/^Show earlier/),
    globals: Object.getOwnPropertyNames(window).filter((name) =>
      !known.has(name) && !ownNames.has(name)),
  };
}
const composer = () => document.querySelector('bellhop-host')?.shadowRoot?.querySelector('textarea');
const composerText = () => composer()?.value ?? null;
function focusComposer() {
  const box = composer();
  if (!box) return null;
  box.focus();
  box.select();
  return box.value;
}
const ownNames = new Set(['tell', 'readJournal', 'act', 'textOf', 'placeOf', 'see', 'focusComposer', 'composer', 'composerText', 'ownNames']);
`;

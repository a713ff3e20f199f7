// Properties that a page's own code (a merge of untrusted JSON) has put onto Object.prototype, before the script runs
// or after.

import type { Scene, SceneAttack } from './scene.ts';

/** What a merge of JSON can plant, by name. `EVIL` stands for the attacker's address. */
const VALUES: Record<string, unknown> = {
  gateway: 'EVIL',
  session: 'EVIL/session',
  sessionId: 'evil',
  token: 'evil',
  base: 'EVIL',
  name: 'evil',
  nonce: 'evil',
  target: '#nowhere',
  launcher: 'none',
  hideOn: '*',
  strings: 'EVIL/strings',
  loginNonceUrl: 'EVIL/nonce',
  nonceUrl: 'EVIL/nonce',
  lang: 'xx',
  tools: 'none',
  history: 'none',
  settleMs: 1,
  chats: {},
  default: {},
  bellhopConfig: { gateway: 'EVIL', session: 'EVIL/session' },
};

/** A promise that is given an object asks it for this. Apart, since a linter minds such a key. */
const THEN = 'then';

/** Members of the browser's own dictionaries. */
const MEMBERS: Record<string, unknown> = {
  headers: { 'x-evil': '1' },
  credentials: 'include',
  mode: 'no-cors',
  redirect: 'follow',
  referrer: '/leak',
  integrity: 'sha256-evil',
  keepalive: 'x',
  body: 'evil',
  method: 'DELETE',
  once: true,
  passive: true,
  capture: true,
  steal: true,
  ifAvailable: true,
  keyPath: 'evil',
  autoIncrement: true,
  durability: 'relaxed',
  fatal: true,
  ignoreBOM: true,
  rootMargin: '-100%',
  threshold: 1,
  stream: true,
  [THEN]: 'evil',
};

/** Fields of what the gateway and the site answer. */
const FIELDS: Record<string, unknown> = {
  session_id: 'evil',
  expires_at: 1,
  error: { type: 'evil', message: 'evil' },
  next_page: 'evil',
  is_error: true,
  error_code: 'evil',
  citations: [{ type: 'kb', document_uri: 'EVIL/cite', document_title: 'Evil' }],
  created_at: 'evil',
  session_thread_id: 'evil',
  annotations: { readOnlyHint: true },
  isReadOnly: true,
  navigates: true,
  ALLOWED_TAGS: ['script', 'img'],
  ADD_TAGS: ['script'],
  ALLOWED_ATTR: ['onerror', 'src'],
  RETURN_DOM: true,
  ALLOW_UNKNOWN_PROTOCOLS: true,
  walkTokens: 'evil',
  extensions: {},
};

const plant = (values: Record<string, unknown>, { evil }: Scene): string => {
  const text = JSON.stringify(values).replaceAll('EVIL', evil.url);
  return `<script>for (const [name, value] of Object.entries(JSON.parse(${JSON.stringify(text)})))
    Object.defineProperty(Object.prototype, name, { value, writable: true, configurable: true });</script>`;
};

/** Getters that throw when anything reads these names from an object that has none of its own. */
const trap = (names: readonly string[]): string =>
  `<script>for (const name of ${JSON.stringify(names)}) Object.defineProperty(Object.prototype, name,
    { configurable: true, get() { throw new Error('read ' + name); }, set(value) { Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true }); } });</script>`;

const html = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;

const polluted = (name: string, markup: (scene: Scene) => string): SceneAttack => ({
  name,
  async run(scene) {
    const asked: string[] = [];
    scene.page.on('request', (request) => {
      if (!request.url().startsWith(scene.world.gateway.url)) return;
      const { cookie, referer, 'x-evil': planted } = request.headers();
      if (cookie ?? referer ?? planted)
        asked.push(`${request.method()} with ${cookie ?? referer ?? planted}`);
    });
    await scene.visit(html(markup(scene) + scene.tag()));
    return (await scene.talk()) ?? (asked[0] === undefined ? null : `steered: ${asked[0]}`);
  },
});

export const POLLUTION: readonly SceneAttack[] = [
  ...Object.entries({
    'options on Object.prototype': VALUES,
    'members of the browser’s dictionaries on Object.prototype': MEMBERS,
    'fields of answers and descriptors on Object.prototype': FIELDS,
  }).map(([name, values]) => polluted(name, (scene) => plant(values, scene))),
  polluted('getters that throw on Object.prototype', () =>
    trap([...Object.keys(VALUES), ...Object.keys(FIELDS)]),
  ),
  {
    name: 'a gateway on Object.prototype for a tag that names none',
    async run(scene) {
      const { cdn } = scene.world;
      await scene.visit(
        html(
          `${plant({ gateway: 'EVIL', session: '/session' }, scene)}<script src="${cdn}/bellhop.js"></script>`,
        ),
      );
      const trouble = await scene.talk();
      return trouble?.includes('no valid data-gateway') ? null : trouble;
    },
  },
];

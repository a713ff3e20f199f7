// A WordPress with the plugin, a gateway, and what a test wants to know of both.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ToolDefinition } from '../../src/protocol/session-ticket.ts';
import { until, visitorOf } from '../../test/browser/support/visitor.ts';

export { until };

import { type SiteCredentials, type SiteGateway, startSiteGateway } from '../run/gateway.ts';
import { Missing } from '../run/missing.ts';
import { ensureParts } from '../run/parts.ts';
import { ensurePhp } from '../run/php.ts';
import { startWordPress, type WordPress, type WordPressOptions } from '../run/wordpress.ts';
import { setUpSample } from '../sample/set-up.ts';

/** What faults.php reads. */
export interface Faults {
  script?: unknown[][];
  nonce_life?: number;
  rest_closed?: boolean;
  limits?: [number, number, number];
  /** Where requests come from, as a proxy's own plugin would say it. */
  address?: string;
  many?: number;
  none?: boolean;
  tag?: Record<string, string>;
}

export interface WireEvent {
  id: string;
  type: string;
  content: unknown;
}

export interface ToolResult {
  tool_use_id: string;
  /** A failed one's is an object with `error`. */
  content?: unknown;
  is_error?: boolean;
  error_code?: string;
}

export interface Site extends WordPress {
  gateway: SiteGateway;
  credentials: SiteCredentials;
  set(faults: Faults): void;
  /** A session as the gateway has it. */
  session(sessionId: string): Promise<{ owner_id: string; client_tools: ToolDefinition[] }>;
  /** The newest session of the gateway. */
  events(sessionId: string): Promise<WireEvent[]>;
  results(sessionId: string): Promise<ToolResult[]>;
  /** As the administrator, unless told who. */
  signIn(page: Page, account?: WordPress['admin']): Promise<void>;
}

/** Why nothing of this can run here, or null. Installs and fetches what it may. */
export function reasonToSkip(): string | null {
  try {
    ensurePhp();
    ensureParts();
    return null;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.warn(`WordPress is not tested here: ${error.message}`);
    return error.message;
  }
}

export async function startSite(
  options: WordPressOptions & { settings?: Record<string, unknown>; faults?: Faults } = {},
): Promise<Site> {
  const gateway = await startSiteGateway();
  const wordpress = await startWordPress(options);
  try {
    const { api_key } = await gateway.admin<{ api_key: string }>('POST', '/admin/api-keys', {});
    const faultsFile = join(wordpress.dir, 'wp-content/faults.json');
    const set = (faults: Faults): void => writeFileSync(faultsFile, JSON.stringify(faults));
    set(options.faults ?? {});
    wordpress.putPlugin(
      'faults',
      readFileSync(join(import.meta.dirname, '../faults/faults.php'), 'utf8'),
    );
    const credentials = await setUpSample(wordpress, gateway, options.settings);

    const site: Site = {
      ...wordpress,
      gateway,
      credentials,
      set,
      session: (sessionId) => gateway.admin('GET', `/admin/sessions/${sessionId}`),
      async events(sessionId) {
        const reply = await fetch(`${gateway.url}/v1/sessions/${sessionId}/events?limit=100`, {
          headers: { authorization: `Bearer ${api_key}` },
        });
        return ((await reply.json()) as { data: WireEvent[] }).data;
      },
      async results(sessionId) {
        const events = await site.events(sessionId);
        return events
          .filter(({ type }) => type === 'user.tool_result')
          .flatMap(({ content }) => content as ToolResult[]);
      },
      signIn: (page, account) => signIn(page, wordpress, account),
      async close() {
        rmSync(faultsFile, { force: true });
        await wordpress.close();
        await gateway.close();
      },
    };
    return site;
  } catch (error) {
    await wordpress.close();
    await gateway.close();
    throw error;
  }
}

/** In a browser, as the administrator unless told who. */
export async function signIn(
  page: Page,
  { url, admin }: WordPress,
  { user, password } = admin,
): Promise<void> {
  await page.goto(`${url}/wp-login.php`);
  // The form's own script moves the focus here 200 ms after it came, and a password on its way goes along.
  await page.locator('#user_login:focus').waitFor();
  await page.locator('#user_login').fill(user);
  await page.locator('#user_pass').fill(password);
  await page.locator('#wp-submit').click();
  await page.locator('#wpadminbar').waitFor();
}

/** Asks the session endpoint like a browser. */
export async function askSession(
  url: string,
  { body = {}, cookie, origin, nonce, headers = {} }: AskOptions = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown>; cookie: string }> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
      ...(origin === undefined ? {} : { origin }),
      ...(nonce === undefined ? {} : { 'x-wp-nonce': nonce }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  const set = reply.headers
    .getSetCookie()
    .find((line) => /^(__Host-)?bellhop_visitor=[a-f0-9]/.test(line));
  return {
    status: reply.status,
    headers: reply.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text },
    cookie: set?.split(';')[0] ?? '',
  };
}

export interface AskOptions {
  body?: unknown;
  cookie?: string;
  origin?: string;
  nonce?: string;
  headers?: Record<string, string>;
}

/** The administrator's cookies, or those of `account`. */
export async function signInByHand(
  site: WordPress,
  { user, password } = site.admin,
): Promise<string> {
  const reply = await fetch(`${site.url}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: user, pwd: password, testcookie: '1' }),
  });
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** The nonce that a signed-in visitor's page gets; '' for a guest. */
export async function nonceOf(site: Pick<WordPress, 'url'>, cookie: string): Promise<string> {
  const url = `${site.url}/wp-json/bellhop/v1/nonce`;
  const reply = await fetch(url, { method: 'POST', headers: { cookie } });
  return ((await reply.json()) as { nonce: string }).nonce;
}

/** What another door than the REST API answers to the same request. */
export async function askDoor(
  door: string,
  asked: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const reply = await fetch(door, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(asked),
  });
  const body = (await reply.json()) as Record<string, unknown>;
  return { status: reply.status, headers: reply.headers, body };
}

/** The session of the page's chat, once it has one. */
export function sessionOf(page: Page): Promise<string> {
  return until('a session', () =>
    page.evaluate(() => {
      type Chat = { state: { sessionId?: string | null } };
      const { bellhop } = window as unknown as { bellhop: { get(): Chat | undefined } };
      return bellhop.get()?.state.sessionId ?? null;
    }),
  );
}

/** Opens the chat where it isn't open yet, writes, and gives the results of the tools that ran by then. */
export async function say(site: Site, page: Page, text: string): Promise<string> {
  const visitor = visitorOf(page);
  await visitor.launcher.waitFor();
  await page.waitForTimeout(300);
  if (!(await visitor.panel.isVisible())) await visitor.open();
  await visitor.write(text);
  // A stored conversation may give way to another one when the site says whose it is.
  return until('the message at the gateway', async () => {
    const sessionId = await sessionOf(page);
    const has = (await site.events(sessionId)).some(
      ({ type, content }) => type === 'user.message' && JSON.stringify(content).includes(text),
    );
    return has ? sessionId : null;
  });
}

// Conversations that show apps: the outer frame is the gateway's own, with its own policy; its calls for apps are played by routes of
// the browser. Nothing of the page is a double.

import type { Browser, BrowserContext, Frame, Page, Route } from 'playwright-core';
import type { AppTerms } from '../../../gateway/agents/tool-servers/app-resource.ts';
import { framePage } from '../../../gateway/apps/frame-page.ts';
import {
  allowOf,
  connectionAllowlist,
  contentPolicy,
  NO_TERMS,
  permissionsPolicy,
} from '../../../gateway/apps/frame-policy.ts';
import { listen } from './listen.ts';
import { startOtherGateway } from './other-gateway.ts';
import type { Step } from './test-gateway.ts';
import { type Visitor, visitorOf } from './visitor.ts';
import { createWorld, pageHtml, type World } from './world.ts';

export interface ShownApp {
  /** What it does once it has begun, with `ask`, `tell`, `say` and `heard` at hand. */
  script?: string;
  terms?: AppTerms;
  title?: string;
  /** What the gateway says that it sends, if it isn't what the log names. */
  digest?: string;
}

interface Look {
  theme?: 'dark';
  width?: number;
  lang?: string;
  hasLessMotion?: boolean;
  /** The frames come from a host of their own. */
  isApart?: boolean;
  /** Of the page, before the script tag. */
  body?: string;
  /** What the agent does after the calls of all apps. */
  next?: Step[];
}

export interface AppCall {
  name: string;
  is_allowed?: true;
}

export interface Shown {
  context: BrowserContext;
  page: Page;
  visitor: Visitor;
  world: World;
  /** What apps have asked of the gateway. */
  calls: AppCall[];
  /** The app's own frame, once its call has reached it. */
  frame(title?: string): Promise<Frame>;
  close(): Promise<void>;
}

export const TITLE = 'City map';

/** An app that says for which call it stands, and lends its hands to `script`. */
const appHtml = (script: string) => `<!doctype html><body style="margin:12px;font:16px sans-serif">
<p id="said">…</p><button id="act">Act</button><script>
let last = 0; const open = new Map(); const heard = window.heard = [];
const ask = window.ask = (method, params = {}) => new Promise((resolve) => { open.set(++last, resolve); parent.postMessage({ jsonrpc: '2.0', id: last, method, params }, '*'); });
const tell = window.tell = (method, params = {}) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
const say = window.say = (text) => { document.querySelector('#said').textContent = text; };
addEventListener('message', ({ data }) => {
  if (data.method) heard.push(data);
  if (data.method === 'ui/notifications/tool-input') say('For ' + data.params.arguments.city);
  if (data.method === 'ui/resource-teardown') parent.postMessage({ jsonrpc: '2.0', id: data.id, result: {} }, '*');
  open.get(data.id)?.(data);
});
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'a', version: '1' }, appCapabilities: {} }).then(({ result }) => {
  const { theme, styles } = result.hostContext;
  document.body.style.color = styles.variables['--color-text-primary'];
  document.body.dataset.theme = theme;
  tell('ui/notifications/initialized');
  tell('ui/notifications/size-changed', { height: 180 });
});
${script}</script>`;

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
};

/** Serves the outer frames of all conversations; `show` opens a conversation in which the agent has called one tool for each app. */
export async function createAppStage(browser: Browser) {
  /** By the digest that the log names. */
  const apps = new Map<string, ShownApp>();
  const frames = await listen((request, response) => {
    const terms = apps.get((request.url ?? '').split('/').at(-1) ?? '')?.terms ?? NO_TERMS;
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': contentPolicy(terms),
      'permissions-policy': permissionsPolicy(terms),
      ...(request.headers.host?.startsWith('localhost') && {
        'connection-allowlist': connectionAllowlist(terms),
      }),
    });
    response.end(framePage(allowOf(terms)));
  });

  async function show(shown: readonly ShownApp[], look: Look = {}): Promise<Shown> {
    const calls: AppCall[] = [];
    const digests = shown.map((_, at) => String(at + 1).repeat(64));
    digests.forEach((digest, at) => void apps.set(digest, shown[at] ?? {}));
    const titleOf = (at: number) => shown[at]?.title ?? TITLE;
    /** Which app a call shows, by the block's id. */
    const places = new Map<string, number>();

    async function serve(route: Route): Promise<void> {
      const request = route.request();
      const reply = (body: object, status = 200) =>
        route.fulfill({ status, headers: HEADERS, json: body });
      if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: HEADERS });
      const id = /\/apps\/([^/?]+)/.exec(request.url())?.[1] ?? '';
      const at = places.get(decodeURIComponent(id)) ?? 0;
      if (request.method() === 'GET')
        return reply({
          digest: shown[at]?.digest ?? digests[at],
          html: appHtml(shown[at]?.script ?? ''),
          sandbox: `${look.isApart ? frames.url.replace('127.0.0.1', 'localhost') : frames.url}/app-frame/${digests[at]}`,
          permissions: {},
          tool: { name: 'map', inputSchema: { type: 'object' } },
          input: { city: 'Rome' },
          result: { content: [{ type: 'text', text: 'Here.' }] },
        });
      const body = request.postDataJSON();
      calls.push(body);
      if (!body.is_allowed)
        return reply(
          { type: 'error', error: { type: 'approval_required', message: 'Ask the visitor.' } },
          409,
        );
      return reply({ result: { content: [{ type: 'text', text: 'Booked.' }] } });
    }

    const call = shown.map(() => ({ name: 'map', input: { city: 'Rome' } }));
    const world = await createWorld(
      await startOtherGateway([
        [{ call }, ...(look.next ?? [{ say: 'Look.' }])],
        [{ say: 'Well.' }],
      ]),
    );
    const context = await browser.newContext({
      viewport: { width: look.width ?? 1280, height: 800 },
      reducedMotion: look.hasLessMotion ? 'reduce' : null,
    });
    const page = await context.newPage();
    const visitor = visitorOf(page);
    // The agent's own calls with their apps, as the gateway puts them into the log; the page runs nothing.
    await page.route('**/v1/sessions/*/events*', async (route) => {
      const response = await route.fetch();
      const body = await response.json().catch(() => null);
      for (const event of body?.data ?? [])
        for (const block of event.type === 'agent.tool_use' ? event.content : []) {
          if (block.name !== 'map') continue;
          const at = places.get(block.id) ?? places.size;
          places.set(block.id, at);
          const digest = digests[at];
          block.ui = { resource: 'ui://map', digest, title: titleOf(at), height: 120 };
        }
      await route.fulfill({ response, json: body });
    });
    await page.route('**/v1/sessions/*/apps/**', serve);
    world.put(
      '/',
      pageHtml(
        world,
        { 'data-theme': look.theme ?? 'light', 'data-lang': look.lang ?? 'en' },
        `<script>(window.bellhop ||= []).push((chat) => chat.registerTool({ name: 'map', description: 'A map', annotations: { readOnlyHint: true }, execute: () => 'Here.' }));</script>${look.body ?? ''}`,
      ),
    );
    await page.goto(`${world.site}/`);
    await visitor.launcher.click();
    const composer = visitor.panel.getByRole('textbox');
    await composer.fill('A map, please');
    await composer.press('Enter');
    return {
      context,
      page,
      visitor,
      world,
      calls,
      async frame(title = TITLE) {
        const outer = page.locator(`iframe[title="${title}"]`);
        await outer.contentFrame().frameLocator('iframe').getByText('For Rome').waitFor();
        const element = await outer.elementHandle();
        const found = (await element?.contentFrame())?.childFrames()[0];
        if (!found) throw new Error('There is no app.');
        return found;
      },
      async close() {
        // An app may have ended its browser's process.
        await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {});
        await context.close();
        await world.close();
      },
    };
  }

  return { show, close: () => frames.close() };
}

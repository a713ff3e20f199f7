// What every attack is played on: a site, Bellhop's files from any build's folder, a gateway, and a server of the
// attacker's that remembers what reached it. Everything in the page is done by a driver that no element of the page
// can shadow, since that is what some attacks do.

import type { Page } from 'playwright-core';
import { listen, readBody } from '../../browser/support/listen.ts';
import { startOtherGateway } from '../../browser/support/other-gateway.ts';
import type { Step } from '../../browser/support/test-gateway.ts';
import { createWorld, recordConsole, type World } from '../../browser/support/world.ts';
import { type Attack, type Field, oneTry } from './attack.ts';

/** One attack. `run` says what it achieved, or null where it achieved nothing. */
export interface SceneAttack {
  name: string;
  /** What the agent does, turn by turn; one friendly answer where nothing is said. */
  script?: Step[][];
  run(scene: Scene): Promise<string | null>;
}

export interface Scene {
  world: World;
  page: Page;
  /** Address of the attacker's server, and what has reached it: "METHOD path | authorization | body". */
  evil: { url: string; reached: string[] };
  /** Console lines and uncaught errors. */
  lines: { type: string; text: string }[];
  /** The site's own, honest script tag. */
  tag(attributes?: Record<string, string>): string;
  visit(html: string, headers?: Record<string, string>): Promise<void>;
  /** How long a chat that does nothing is waited for. */
  patienceSeconds: number;
  /** A visitor opens the chat and asks; null where the right gateway answers, else what happened instead. */
  talk(): Promise<string | null>;
  /** Does it in the page (or in one of its frames) with `dom`, the driver's own way to the document. */
  inPage<T>(act: string, frameUrl?: string): Promise<T>;
}

export const ANSWER = 'Good day.';
const SCRIPT: Step[][] = [[{ say: ANSWER }]];

export const inScene = (attack: SceneAttack): Attack => ({
  name: attack.name,
  play: async (on) => oneTry(await playInScene(attack, on)),
});

async function playInScene(
  attack: SceneAttack,
  { dist, browser, patienceSeconds }: Field,
): Promise<string | null> {
  const reached: string[] = [];
  const server = await listen(async (request, response) => {
    const body = await readBody(request);
    // The page of the frame in between, and whatever a widget that was led astray would ask for.
    const page = new URL(request.url ?? '/', 'http://evil.test').searchParams.get('page');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization, content-type, accept');
    if (page !== null) {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
    const { method, url, headers } = request;
    reached.push(`${method} ${url} | ${headers.authorization ?? ''} | ${body}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
  const world = await createWorld(await startOtherGateway(attack.script ?? SCRIPT), dist);
  const context = await browser.newContext();
  const page = await context.newPage();
  const lines = recordConsole(page);
  const evil = { url: server.url, reached };

  const inPage = <T>(act: string, frameUrl?: string): Promise<T> => {
    const frame = frameUrl === undefined ? page : page.frame({ url: frameUrl });
    if (frame === null) throw new Error(`No frame shows ${frameUrl}.`);
    return frame.evaluate(`(() => { ${DRIVER}; ${act} })()`) as Promise<T>;
  };
  /** Null while neither the answer nor a reason why there is none has come. */
  const outcome = async (): Promise<{ trouble: string | null } | null> => {
    if (reached.length > 0) return { trouble: `reached the attacker: ${reached[0]}` };
    const error = lines.find(
      ({ type, text }) => type === 'uncaught' || (type === 'error' && text.includes('[bellhop]')),
    );
    if (error !== undefined) return { trouble: `stopped: ${error.text.slice(0, 200)}` };
    const isAnswered = await inPage<boolean>(
      `return dom.text().includes(${JSON.stringify(ANSWER)})`,
    );
    return isAnswered ? { trouble: null } : null;
  };

  const scene: Scene = {
    world,
    page,
    evil,
    lines,
    tag(attributes = {}) {
      const all = {
        src: `${world.cdn}/bellhop.js`,
        'data-gateway': world.gateway.url,
        'data-session': '/session',
        ...attributes,
      };
      const written = Object.entries(all).map(([name, value]) => ` ${name}="${value}"`);
      return `<script${written.join('')}></script>`;
    },
    async visit(html, headers = {}) {
      world.put('/', { html, headers });
      await page.goto(`${world.site}/`);
    },
    async talk() {
      const step = async (act: string): Promise<string | null> => {
        let found: { trouble: string | null } | null = null;
        await until(
          `either ${act} or trouble`,
          async () => {
            found = await outcome();
            return found !== null || (await inPage<boolean>(act));
          },
          patienceSeconds,
        );
        return (found as { trouble: string | null } | null)?.trouble ?? null;
      };
      try {
        return (
          (await step('return dom.press(dom.launcher())')) ??
          (await step("return dom.type('Hi')")) ??
          (await step("return dom.press(dom.find('[part~=send]:not([aria-disabled])'))")) ??
          (await step(`return dom.text().includes(${JSON.stringify(ANSWER)})`))
        );
      } catch (error) {
        return `hidden or silent: ${String(error).slice(0, 200)}`;
      }
    },
    patienceSeconds,
    inPage,
  };
  try {
    return await attack.run(scene);
  } finally {
    await context.close();
    await Promise.all([world.close(), server.close()]);
  }
}

/** Reads the document through its prototype's own getters; `found`: in the widget's shadow root. */
const DRIVER = `
  const own = (name, ...args) => Document.prototype[name].call(document, ...args);
  const root = () => own('querySelector', 'bellhop-host')?.shadowRoot ?? null;
  const dom = {
    root,
    find: (selector) => root()?.querySelector(selector) ?? null,
    launcher: () => dom.find('[part~=launcher]'),
    text: () => root()?.querySelector('.bellhop')?.textContent ?? '',
    press(element) { if (!element) return false; element.focus(); element.click(); return true; },
    type(text) {
      const field = dom.find('textarea');
      if (!field || getComputedStyle(field).visibility === 'hidden') return false;
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      return true;
    },
  }`;

/** Waits until `look` gives something true; fails with `what` after that many seconds. */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  seconds: number,
): Promise<NonNullable<T>> {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

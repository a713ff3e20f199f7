// Real extensions of the browser, each with a content script that does to the page what a kind of extension is known for:
// elements beside and inside the chat's shadow root, attributes and styles on what is there, other style sheets, a wrapper
// around the text field, a chat that is moved or taken away. A conversation with a tool and a reload goes on beneath.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { OUTER } from '../../rings.ts';
import { findBrowser, PATIENCE_MS } from '../support/browser.ts';
import { until } from '../support/visitor.ts';
import { shoot } from '../support/world.ts';
import { CALL, createPlace, type Place } from './place.ts';

/** Calls `act(root)` for each open shadow root, now and after every change in the page or in a root. */
const WATCH = `
const seen = new Set();
const each = (act) => {
  const visit = () => {
    for (const element of document.querySelectorAll('*')) {
      const root = element.shadowRoot;
      if (!root) continue;
      act(root);
      if (seen.has(root)) continue;
      seen.add(root);
      new MutationObserver(visit).observe(root, { childList: true, subtree: true });
    }
    document.documentElement.dataset.extended = '1';
  };
  new MutationObserver(visit).observe(document, { childList: true, subtree: true });
  visit();
};
const add = (parent, name, text) => {
  const it = document.createElement(name);
  it.textContent = text;
  parent.append(it);
  return it;
};`;

interface Extension {
  name: string;
  script: string;
  /** An expression: in the end it has done to the chat what it does. */
  has: string;
}

const ROOT = "document.querySelector('bellhop-host').shadowRoot";

const EXTENSIONS: Extension[] = [
  {
    name: 'corrects what is written: attributes, an element beside the text field',
    script: `each((root) => {
      for (const field of root.querySelectorAll('textarea, input')) {
        if (field.hasAttribute('data-gramm')) continue;
        field.setAttribute('data-gramm', 'false');
        field.spellcheck = false;
        field.style.setProperty('background-image', 'none', 'important');
        const badge = document.createElement('grammar-extension');
        badge.attachShadow({ mode: 'closed' }).append('G');
        field.before(badge);
        field.after(badge.cloneNode());
      }
    });`,
    has: `${ROOT}.querySelectorAll('grammar-extension').length === 2`,
  },
  {
    name: 'puts the text field into an element of its own',
    script: `each((root) => {
      for (const field of root.querySelectorAll('textarea')) {
        if (field.parentElement.matches('.wrapped-by-extension')) continue;
        const wrap = document.createElement('div');
        wrap.className = 'wrapped-by-extension';
        wrap.style.cssText = 'display: flex; flex: 1';
        field.replaceWith(wrap);
        wrap.append(field);
      }
    });`,
    has: `${ROOT}.querySelector('.wrapped-by-extension > textarea') !== null`,
  },
  {
    name: 'darkens pages: a style element before and after everything, inline styles, sheets of its own',
    script: `each((root) => {
      if (root.querySelector('.darkener')) return;
      const style = document.createElement('style');
      style.className = 'darkener';
      style.textContent = '* { border-color: #555 !important }';
      root.prepend(style);
      root.append(style.cloneNode(true));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { color: #ddd !important }');
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    });
    each((root) => {
      for (const element of root.querySelectorAll('[part], button, textarea, p')) {
        if (element.hasAttribute('data-darkener')) continue;
        element.setAttribute('data-darkener', '');
        element.style.setProperty('--darkener-color', '#ddd');
      }
    });`,
    has: `${ROOT}.querySelectorAll('.darkener').length === 2`,
  },
  {
    name: 'replaces every style sheet',
    script: `each((root) => { if (root.querySelector('textarea')) root.adoptedStyleSheets = []; });`,
    has: `${ROOT}.adoptedStyleSheets.length === 0`,
  },
  {
    name: 'fills in forms: a layer in the shadow root, one beside the chat',
    script: `each((root) => {
      if (!root.querySelector('textarea') || root.querySelector('.filler')) return;
      const layer = add(root, 'div', 'Fill in');
      layer.className = 'filler';
      layer.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 2147483647';
      const beside = add(document.documentElement, 'form-filler', '');
      beside.attachShadow({ mode: 'closed' }).append('Fill in');
      root.querySelector('.panel').prepend(document.createElement('form-filler'));
    });`,
    has: `${ROOT}.querySelector('.filler') !== null`,
  },
  {
    name: 'moves the chat into the page’s body',
    script: `let times = 0;
    each((root) => {
      if (root.host.localName !== 'bellhop-host' || !root.querySelector('textarea')) return;
      if (root.host.parentElement === document.body) return;
      document.body.prepend(root.host);
      times += 1;
      document.documentElement.dataset.moved = times;
    });`,
    has: `document.querySelector('bellhop-host').parentElement === document.body`,
  },
  {
    name: 'takes the chat away with each message, and puts it back',
    script: `let messages = 0;
    each((root) => {
      const { host } = root;
      const now = root.querySelectorAll('[role=log] [part~=message]').length;
      if (host.localName !== 'bellhop-host' || now <= messages) return;
      messages = now;
      host.remove();
      setTimeout(() => {
        document.documentElement.append(host);
        document.documentElement.dataset.taken = messages;
      }, 100);
    });`,
    has: `Number(document.documentElement.dataset.taken) > 1`,
  },
];

let place: Place;
let folders: string[] = [];

afterEach(async () => {
  await place.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  folders = [];
});

/** A browser with the extension in it. */
async function withExtension(script: string): Promise<BrowserContext> {
  const [folder, profile] = await Promise.all(
    ['extension', 'profile'].map((name) => mkdtemp(join(tmpdir(), `bellhop-${name}-`))),
  );
  if (folder === undefined || profile === undefined) throw new Error('There are no folders.');
  folders.push(folder, profile);
  const manifest = {
    manifest_version: 3,
    name: 'Of a test',
    version: '1',
    content_scripts: [
      { matches: ['<all_urls>'], js: ['content.js'], run_at: 'document_end', all_frames: true },
    ],
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'content.js'), WATCH + script);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    headless: true,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: ['--no-sandbox', '--disable-gpu', `--load-extension=${folder}`],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

describe('beside an extension that', () => {
  for (const { name, script, has } of EXTENSIONS) {
    it(`${name}, nothing breaks, doubles or gets lost`, OUTER, async () => {
      const answer = 'A **first** answer.\n\nIt has two paragraphs.';
      place = await createPlace(
        { newContext: () => withExtension(script) },
        {
          script: [
            [{ say: answer, ms: 600 }],
            [CALL, { say: 'The cart has it.' }],
            [{ say: 'The last answer.' }],
          ],
        },
      );
      await place.visit();
      await place.visitor.open();
      await place.visitor.write('One');
      await place.reads('It has two paragraphs.');
      await place.visitor.write('Put it into my cart');
      await place.visitor.answer('yes');
      await place.reads('The cart has it.');
      await until('the extension to have been here', () => place.page.evaluate(has));
      await shoot(place.page, `extension-${name.slice(0, 20).replaceAll(/\W+/g, '-')}`);
      await place.page.reload();
      await place.visitor.openByScript();
      await place.reads('The cart has it.');
      await place.visitor.write('And then?');
      await place.reads('The last answer.');
      await place.visitor.composer.fill('Half a thought');
      for (const words of ['One', 'It has two paragraphs.', 'The cart has it.', 'The last answer.'])
        expect([words, await place.times(words)]).toEqual([words, 1]);
      expect(await place.page.evaluate(() => localStorage.ran)).toBe('1');
      expect(await place.has('user.message')).toBe(3);
      const counts = await place.page.evaluate(() => {
        const hosts = document.querySelectorAll('bellhop-host');
        const count = (selector: string) =>
          hosts[0]?.shadowRoot?.querySelectorAll(selector).length ?? 0;
        return [hosts.length, ...['textarea', '[part~=launcher]', '[part~=panel]'].map(count)];
      });
      expect(counts).toEqual([1, 1, 1, 1]);
      expect(await place.visitor.composer.inputValue()).toBe('Half a thought');
      expect(place.thrown()).toEqual([]);
    });
  }
});

// Habits that people bring along: what they typed stays, what they said is there at once, what they missed is
// counted, and their language and their owner's wishes hold. In real Chromium, with the built files.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { stored } from './support/stored.ts';
import type { Step } from './support/test-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordRequests, type World } from './support/world.ts';

const SCRIPT: Step[][] = [
  [{ say: 'The first answer.' }],
  [{ wait_ms: 700 }, { say: 'The second answer.' }],
  [{ say: 'The third answer.' }],
];

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  world = await createWorld(await startReferenceGateway({ script: SCRIPT }));
  context = await browser.newContext();
  page = await context.newPage();
  visitor = visitorOf(page);
});
afterEach(async () => {
  await context.close();
  await world.close();
});

async function visit(attributes: Record<string, string> = {}, body = '', head = ''): Promise<void> {
  world.put('/', pageHtml(world, attributes, body, head));
  await page.goto(`${world.site}/`);
}

const reads = (words: string) => visitor.log.getByText(words).waitFor();
const pick = async (name: string) => {
  await visitor.panel.getByRole('button', { name: 'Menu' }).click();
  await visitor.panel.getByRole('menuitem', { name }).click();
};

describe('what a visitor has written', () => {
  it('waits in the composer through a reload', async () => {
    await visit();
    await visitor.open();
    await visitor.write('Hello');
    await reads('The first answer.');
    await visitor.composer.fill('Half a thou');
    await until('it to be stored', async () => (await stored(page)).includes('Half a thou'));
    await page.reload();
    await until('the draft is there again', async () => {
      if (!(await visitor.panel.isVisible())) return false;
      return (await visitor.composer.inputValue()) === 'Half a thou';
    });
  });

  it('and what was answered stands there before the gateway is heard', async () => {
    await visit();
    await visitor.open();
    await visitor.write('Hello');
    await reads('The first answer.');
    await until('it to be stored', async () => (await stored(page)).includes('The first answer.'));
    await context.route(`${world.gateway.url}/**`, () => {});
    await page.reload();
    await reads('The first answer.');
    expect(await visitor.log.getByText('Hello', { exact: true }).count()).toBe(1);
  });

  it('is read on where reading stopped, after a reload', OUTER, async () => {
    const long = Array.from({ length: 60 }, (_, at) => `Line ${at} of a long answer.`).join('\n\n');
    world = await createWorld(await startReferenceGateway({ script: [[{ say: long }]] }));
    await visit();
    await visitor.open();
    await visitor.write('Tell me everything');
    await reads('Line 59 of a long answer.');
    await visitor.log.getByText('Line 20 of').evaluate((line) => line.scrollIntoView());
    const place = () =>
      visitor.log.getByText('Line 20 of').evaluate((line) => {
        const log = line.closest('.log');
        return line.getBoundingClientRect().top - (log?.getBoundingClientRect().top ?? 0);
      });
    const before = await place();
    await page.waitForTimeout(500);
    await page.reload();
    await reads('Line 59 of a long answer.');
    await until(
      'the same line at the same place',
      async () => Math.abs((await place()) - before) < 4,
    );
  });

  it(
    'is read on where reading stopped, after the chat was closed while the answer grew',
    OUTER,
    async () => {
      const long = Array.from({ length: 40 }, (_, at) => `Line ${at} of a long answer.`).join(
        '\n\n',
      );
      world = await createWorld(
        await startReferenceGateway({ script: [[{ say: long, ms: 4_000 }], [{ say: long }]] }),
      );
      await visit();
      await visitor.open();
      const place = (line: string) =>
        visitor.log
          .getByText(line)
          .first()
          .evaluate((at) => {
            const log = at.closest('.log');
            return at.getBoundingClientRect().top - (log?.getBoundingClientRect().top ?? 0);
          });
      const reopen = async () => {
        await visitor.panel.getByRole('button', { name: 'Close chat' }).click();
        await visitor.launcher.click();
        await visitor.composer.waitFor();
      };
      await visitor.write('Tell me everything');
      await reads('Line 20 of');
      await reopen();
      await reads('Line 39 of');
      expect(await place('Line 0 of')).toBeGreaterThanOrEqual(0);
      await visitor.log.getByText('Line 10 of').evaluate((line) => line.scrollIntoView());
      const before = await place('Line 10 of');
      await page.waitForTimeout(500);
      await reopen();
      await until(
        'the same line at the same place',
        async () => Math.abs((await place('Line 10 of')) - before) < 4,
      );
    },
  );

  it('leaves room for the line that may be said of an answer', OUTER, async () => {
    await visit({ 'data-feedback': 'on' });
    await visitor.open();
    await visitor.write('Hello');
    await reads('The first answer.');
    await visitor.log.getByRole('button', { name: 'Not helpful' }).click();
    const line = visitor.log.getByRole('textbox', { name: 'Tell us more (optional)' });
    await line.waitFor();
    await visitor.write('And then?');
    await reads('The second answer.');
    const above = await line.boundingBox();
    const below = await visitor.log.locator('.bubble').last().boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });

  it('is one of several conversations, to which one returns', async () => {
    await visit();
    await visitor.open();
    await visitor.write('About jackets');
    await reads('The first answer.');
    await pick('New conversation');
    await visitor.log.getByText('How can I help?').waitFor();
    expect(await visitor.log.getByText('About jackets').count()).toBe(0);
    await visitor.write('About tents');
    await reads('The first answer.');
    await pick('Earlier conversations');
    await visitor.panel.getByRole('button', { name: /About jackets/ }).click();
    await reads('About jackets');
    expect(await visitor.log.getByText('About tents').count()).toBe(0);
  });

  it('is forgotten on this device when the visitor says so', async () => {
    await visit();
    await visitor.open();
    await visitor.write('A secret');
    await reads('The first answer.');
    await pick('Clear from this device');
    await visitor.panel.getByRole('button', { name: 'Clear', exact: true }).click();
    await visitor.log.getByText('How can I help?').waitFor();
    await until('nothing of it to be stored', async () => {
      const kept = await stored(page);
      return !kept.includes('A secret') && !kept.includes('The first answer.');
    });
  });

  it('begins with a suggestion, where the owner gives some', OUTER, async () => {
    await visit({ 'data-prompts': 'Find me a jacket|Where is my order?' });
    await visitor.open();
    await visitor.panel.getByRole('button', { name: 'Where is my order?' }).click();
    await reads('The first answer.');
    const [first] = await world.gateway.events(world.sessionId());
    expect(JSON.stringify(first?.content)).toContain('Where is my order?');
  });

  it('may have a document with it, where the owner wants that', async () => {
    await visit({ 'data-attachments': 'on' });
    await visitor.open();
    await visitor.panel.getByRole('button', { name: 'Attach a document' }).waitFor();
    await visitor.composer.evaluate((box) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Chest: 98 cm'], 'size.txt', { type: 'text/plain' }));
      box.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true }),
      );
    });
    await visitor.panel.getByText('size.txt').waitFor();
    await visitor.composer.fill('Which size?');
    // Not before the document has been read.
    await visitor.panel.locator('[part="send"]:not([aria-disabled])').waitFor();
    await visitor.composer.press('Enter');
    await reads('The first answer.');
    const [first] = await world.gateway.events(world.sessionId());
    expect(first?.content).toMatchObject([
      {
        type: 'document',
        title: 'size.txt',
        source: { type: 'text', media_type: 'text/plain', data: 'Chest: 98 cm' },
      },
      { type: 'text', text: 'Which size?' },
    ]);
  });
});

describe('the launcher', () => {
  it('shows that it closes what it has opened', async () => {
    await visit();
    const shape = () =>
      visitor.launcher.evaluate((button) => getComputedStyle(button, ':before').clipPath);
    const chat = await shape();
    await visitor.open();
    expect(await shape()).not.toBe(chat);
    expect(await visitor.launcher.getAttribute('aria-label')).toBe('Close chat');
    await visitor.launcher.click();
    await visitor.panel.waitFor({ state: 'hidden' });
    expect(await shape()).toBe(chat);
  });
});

describe('what a visitor has missed', () => {
  const SOUND = `<script>
    window.tones = 0;
    window.AudioContext = class {
      state = 'running'; currentTime = 0; destination = {};
      createGain() { return { connect() {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; }
      createOscillator() { return { connect() {}, start() { window.tones += 1; }, stop() {}, frequency: {} }; }
      close() { return Promise.resolve(); }
    };
  </script>`;
  const missOne = async () => {
    await visitor.open();
    await visitor.write('One');
    await reads('The first answer.');
    await visitor.write('Two');
    await visitor.log.getByText('Replying…').waitFor();
    await page.keyboard.press('Escape');
    await until('it is counted', async () => (await page.title()) === '(1) Shop');
  };

  it('is counted on the launcher and in the title until the chat is open', async () => {
    await visit({}, '', SOUND);
    await missOne();
    expect(await visitor.launcher.textContent()).toContain('1');
    expect(await visitor.launcher.getAttribute('aria-label')).toContain('1 new message');
    await visitor.open();
    await until('nothing is new any more', async () => (await page.title()) === 'Shop');
    expect(await visitor.launcher.getAttribute('aria-label')).not.toContain('new message');
    expect(await page.evaluate('tones')).toBe(0);
  });

  it('is heard, where the owner wants a sound', OUTER, async () => {
    await visit({ 'data-sound': 'on' }, '', SOUND);
    await missOne();
    await until('two tones', async () => (await page.evaluate('tones')) === 2);
  });

  it(
    'is heard, where the visitor has switched the sound on, also on the next page',
    OUTER,
    async () => {
      await visit({}, '', SOUND);
      await visitor.open();
      await visitor.panel.getByRole('button', { name: 'Menu' }).click();
      await visitor.panel.getByRole('menuitemcheckbox', { name: 'Sound' }).click();
      await page.keyboard.press('Escape');
      await page.reload();
      await missOne();
      await until('two tones', async () => (await page.evaluate('tones')) === 2);
    },
  );
});

describe('the language', () => {
  it('is the page’s own, as WordPress writes it, and another when the page says so', async () => {
    world.put('/', pageHtml(world).replace('lang="en"', 'lang="de_DE_formal"'));
    await page.goto(`${world.site}/`);
    await visitor.launcher.click();
    await visitor.panel.getByRole('button', { name: 'Senden' }).waitFor();
    await page.evaluate(() => {
      const queue = (window as unknown as { bellhop: { push(run: unknown): void } }).bellhop;
      queue.push((chat: { configure(options: object): void }) => chat.configure({ lang: 'ar' }));
    });
    await visitor.panel.getByRole('button', { name: 'إرسال' }).waitFor();
    expect(await page.locator('bellhop-host .bellhop').getAttribute('dir')).toBe('rtl');
  });

  it(
    'is the owner’s choice before the page’s, and the owner’s words before both',
    OUTER,
    async () => {
      const words = `<script type="application/json" id="words">{"send":"Los!","nonsense":"x"}</script>`;
      await visit({ 'data-lang': 'fr', 'data-strings': '#words' }, words);
      await visitor.launcher.click();
      await visitor.panel.getByRole('button', { name: 'Los!' }).waitFor();
      await visitor.panel.getByRole('textbox', { name: 'Message' }).waitFor();
      expect(await visitor.panel.getByRole('textbox').getAttribute('placeholder')).toBe(
        'Écrivez un message',
      );
    },
  );
});

describe('the page around the chat', () => {
  it('sees the launcher step aside from what has the focus, and come back', async () => {
    await visit(
      {},
      '<style>#low{position:fixed;right:24px;bottom:24px}</style><button id="high">A</button><button id="low">B</button>',
    );
    await visitor.launcher.waitFor();
    const boxes = async () => {
      const [launcher, low] = [
        await visitor.launcher.boundingBox(),
        await page.locator('#low').boundingBox(),
      ];
      if (!launcher || !low) throw new Error('Nothing to look at.');
      return { launcher, low };
    };
    const before = await boxes();
    await page.locator('#low').focus();
    await until('they are apart', async () => {
      const { launcher, low } = await boxes();
      return launcher.y + launcher.height <= low.y || launcher.x + launcher.width <= low.x;
    });
    await page.locator('#high').focus();
    await until('it is back', async () => (await boxes()).launcher.y === before.launcher.y);
  });
});

describe('the owner’s view', () => {
  it('shows events, latency, request ids and totals to the owner', async () => {
    await visit({ 'data-debug': 'on' });
    await visitor.open();
    await visitor.write('Hello');
    await reads('The first answer.');
    await pick('Owner’s view');
    const view = visitor.panel.locator('.sheet.owner');
    const row = view.locator('.debug-row', { hasText: 'session.status_idle' }).first();
    await row.waitFor();
    await row.locator('summary').click();
    const details = (await row.textContent()) ?? '';
    expect(details).toContain('end_turn');
    expect(details).toMatch(/After the message or result\d+ ms/);
    const posted = view.locator('.debug-row', { hasText: /POST .*events 20\d/ }).first();
    await posted.locator('summary').click();
    expect(await posted.textContent()).toMatch(/Request id.+Latency\d+ ms/);
    expect(await view.getByRole('region', { name: 'Totals' }).textContent()).toMatch(
      /Requests\d+.*Runs1Tokens\d+ in, \d+ out/,
    );
  });

  it('never reaches a visitor: no item, no chunk, nothing kept', async () => {
    const requests = recordRequests(context);
    await visit();
    await visitor.open();
    await visitor.write('Hello');
    await reads('The first answer.');
    await visitor.panel.getByRole('button', { name: 'Menu' }).click();
    await visitor.panel.getByRole('menuitem', { name: 'Print' }).waitFor();
    expect(await visitor.panel.getByRole('menuitem', { name: 'Owner’s view' }).count()).toBe(0);
    expect(requests.filter((line) => /owner/i.test(line))).toEqual([]);
  });
});

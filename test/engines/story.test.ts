// One visitor's story in another engine than Chromium: Firefox, where it is installed. The built files, the reference
// gateway, and pages of three origins. What an engine lacks, its fallback does; older ones are imitated by
// taking an interface away before the script runs.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceGateway } from '../browser/support/reference-gateway.ts';
import { openShop, type Shop } from '../browser/support/shop.ts';
import type { Step } from '../browser/support/test-gateway.ts';
import { until } from '../browser/support/visitor.ts';
import { createWorld, pageHtml, type World } from '../browser/support/world.ts';
import { OUTER } from '../rings.ts';
import { createFirefox } from './firefox.ts';
import type { BrowserWishes, EngineBrowser, Hand } from './hand.ts';
import { find, type Guest, guestOf } from './visitor.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LONG = Array.from({ length: 60 }, (_, at) => `Sentence ${at} of a long answer.`).join(' ');

const SCRIPT: Step[][] = [
  [
    { think: 'The returns page says it.', ms: 100 },
    {
      say: 'You can return it within **30 days**.',
      citations: [
        {
          type: 'knowledge_base',
          document_uri: 'https://shop.example/returns',
          document_title: 'Returns',
        },
      ],
    },
  ],
  [
    { call: [{ name: 'add_to_cart', input: { product: 'mug', quantity: 2 } }] },
    { say: 'Two mugs are in your cart.' },
  ],
  [{ say: `${LONG} The end.` }],
  [{ say: 'Wait.' }, { wait_ms: 60_000 }, { say: 'Too late.' }],
];

/** Counts what the tool did across reloads, and keeps every error and every refusal of the page. */
const HEAD = `<script>
window.wrongs = [];
addEventListener('error', (e) => wrongs.push('error: ' + e.message));
addEventListener('unhandledrejection', (e) => wrongs.push('rejection: ' + e.reason));
addEventListener('securitypolicyviolation', (e) => wrongs.push('violation: ' + e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
(window.bellhop ||= []).push((chat) => {
  chat.configure({ settleMs: 1000 });
  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts a product into the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
      required: ['product', 'quantity'],
    },
    execute({ product, quantity }) {
      document.querySelector('#cart').textContent += quantity + ' × ' + product + ';';
      return { items: quantity };
    },
  });
});
</script>`;
const BODY = '<p id="cart"></p><p><a href="/other">Another page</a></p>';

/** Interfaces that some supported browser lacks, each with the script that takes it away. */
const WITHOUT: readonly [string, string][] = [
  ['Web Locks', "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });"],
  ['the Navigation API', "Object.defineProperty(window, 'navigation', { value: undefined });"],
  ['Trusted Types', "Object.defineProperty(window, 'trustedTypes', { value: undefined });"],
  [
    'the Highlight API',
    "delete CSS.highlights; Object.defineProperty(window, 'Highlight', { value: undefined });",
  ],
  [
    'popover',
    'for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"]) delete HTMLElement.prototype[name];',
  ],
  [
    'modulepreload',
    'const { supports } = DOMTokenList.prototype; DOMTokenList.prototype.supports = function (it) { return it !== "modulepreload" && supports.call(this, it); };',
  ],
  ['BroadcastChannel', "Object.defineProperty(window, 'BroadcastChannel', { value: undefined });"],
];

for (const engine of [createFirefox()]) {
  const missing = engine.missing();
  if (missing !== null) console.log(`${missing} Its tests are left out.`);

  describe.skipIf(missing !== null)(`in ${engine.name}`, OUTER, () => {
    let world: World;
    const browsers: EngineBrowser[] = [];

    beforeAll(async () => {
      world = await createWorld(await startReferenceGateway({ script: SCRIPT }));
      world.put('/', pageHtml(world, {}, BODY, HEAD));
      world.put('/other', pageHtml(world, {}, BODY, HEAD));
    });
    afterEach(async () => {
      for (const browser of browsers.splice(0)) await browser.close();
    });
    afterAll(async () => {
      await engine.close();
      await world?.close();
    });

    async function enter(
      wishes: BrowserWishes = {},
      path = '/',
    ): Promise<Guest & { another(): Promise<Guest> }> {
      const browser = await engine.enter(wishes);
      browsers.push(browser);
      const arrive = async () => {
        const guest = guestOf(await browser.newTab());
        await guest.hand.goto(`${world.site}${path}`);
        return guest;
      };
      return { ...(await arrive()), another: arrive };
    }

    /** Nothing was thrown into the page and its policy has refused nothing. */
    const expectNoWrongs = async ({ hand }: Guest) => {
      expect(await hand.run(() => (window as unknown as { wrongs: string[] }).wrongs)).toEqual([]);
      expect(hand.troubles).toEqual([]);
    };
    const cart = ({ hand }: Guest) => hand.run(() => document.querySelector('#cart')?.textContent);
    const sent = async (type: string) =>
      (await world.gateway.events(world.sessionId())).filter((event) => event.type === type);
    const reload = (guest: Guest, path = '/') => guest.hand.goto(`${world.site}${path}`);

    async function askFirst(guest: Guest): Promise<void> {
      await guest.open();
      await guest.write('How long can I return it?');
      await guest.reads('30 days');
    }
    async function askForMugs(guest: Guest): Promise<void> {
      await guest.write('Two mugs, please');
      await guest.sees('Allow once');
    }

    it('answers with its source, runs a tool that is allowed, and stops', async () => {
      const guest = await enter();
      await askFirst(guest);
      expect((await guest.sees('*Returns*', '[role=log] a')).text).toContain('Returns');
      await askForMugs(guest);
      expect(await cart(guest)).toBe('');
      await guest.answer('Allow once');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      const [result, ...more] = await sent('user.tool_result');
      expect(more).toEqual([]);
      expect(result?.content).toMatchObject([{ type: 'tool_result', content: '{"items":2}' }]);
      await guest.write('Tell me everything');
      await guest.reads('The end.');
      await guest.write('And now wait');
      // A Stop before the run shows gives the message back instead.
      await guest.reads('Wait.');
      await until('the stop to be taken', async () => {
        const stop = await find(guest.hand, 'button', 'Stop');
        if (stop?.isEnabled) await guest.hand.click(stop.x, stop.y);
        // Presses in quick succession are one double click, whose second half is no Stop.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return (await guest.log()).includes('Reply stopped.');
      });
      expect(await sent('user.interrupt')).toHaveLength(1);
      expect(await guest.log()).not.toContain('Too late.');
      await expectNoWrongs(guest);
    });

    it('shows an answer as it comes, and once after a reload in the middle of it', async () => {
      const slow = await createWorld(
        await startReferenceGateway({
          script: [
            Array.from({ length: 30 }, (_, n): Step[] => [
              { say: `Part ${n}.` },
              { wait_ms: 150 },
            ]).flat(),
          ],
        }),
      );
      try {
        slow.put('/', pageHtml(slow, {}, BODY, HEAD));
        const guest = await enter();
        await guest.hand.goto(`${slow.site}/`);
        await guest.open();
        await guest.write('Tell me');
        await guest.reads('Part 2.');
        expect(await guest.log()).not.toContain('Part 29.');
        await guest.hand.goto(`${slow.site}/`);
        // It opens by itself, as it was open.
        await guest.reads('Part 29.');
        for (const words of ['Tell me', 'Part 0.', 'Part 2.', 'Part 29.']) {
          expect(await guest.count(words), words).toBe(1);
        }
        await expectNoWrongs(guest);
      } finally {
        await slow.close();
      }
    });

    it('asks again after a reload before a tool was allowed, and runs it once', async () => {
      const guest = await enter();
      await askFirst(guest);
      await askForMugs(guest);
      await reload(guest);
      await guest.answer('Allow once');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      expect(await sent('user.tool_result')).toHaveLength(1);
      expect(await sent('user.message')).toHaveLength(2);
      await expectNoWrongs(guest);
    });

    it('shows the same conversation in two tabs, and a tool runs in one of them alone', async () => {
      const first = await enter();
      await askFirst(first);
      const second = await first.another();
      if (!(await second.isOpen())) await second.open();
      await second.reads('30 days');
      await second.write('Two mugs, please');
      await second.answer('Allow once');
      for (const guest of [first, second]) await guest.reads('Two mugs are in your cart.');
      expect([await cart(first), await cart(second)].sort()).toEqual(['', '2 × mug;']);
      expect(await sent('user.tool_result')).toHaveLength(1);
      for (const guest of [first, second]) {
        expect(await guest.count('30 days')).toBe(1);
        await expectNoWrongs(guest);
      }
    });

    it('begins a new conversation, and finds the earlier one', async () => {
      const guest = await enter();
      await askFirst(guest);
      await guest.press('Menu');
      await guest.press('New conversation');
      await until('an empty log', async () => !(await guest.log()).includes('30 days'));
      await guest.write('Something else');
      await guest.reads('30 days');
      expect(await guest.log()).not.toContain('How long can I return it?');
      await guest.press('Menu');
      await guest.press('Earlier conversations');
      await guest.press('*How long can I return it?*');
      await guest.reads('How long can I return it?');
      await expectNoWrongs(guest);
    });

    it('goes on when the back-forward cache gives the page back', async () => {
      const guest = await enter();
      await askFirst(guest);
      await guest.hand.run(() => {
        Object.assign(window, { isSame: true });
      });
      await guest.hand.goto(`${world.site}/other`);
      await guest.reads('30 days');
      await guest.hand.run(() => void setTimeout(() => history.back()));
      await until('the page is back', () =>
        guest.hand.run(() => location.pathname === '/').catch(() => false),
      );
      // Whether the engine has kept it is its own choice; both must work.
      const isKept = await guest.hand.run(() => 'isSame' in window);
      console.log(
        `${engine.name}: the back-forward cache ${isKept ? 'kept' : 'did not keep'} the page`,
      );
      await askForMugs(guest);
      await guest.answer('Allow once');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      expect(await guest.count('30 days')).toBe(1);
      await expectNoWrongs(guest);
    });

    it('can be used with the keyboard alone', async () => {
      const guest = await enter();
      const { hand } = guest;
      const focused = () =>
        hand.run(() => {
          const host = document.activeElement;
          const inner = host?.shadowRoot?.activeElement;
          return `${inner?.tagName ?? host?.tagName} ${inner?.getAttribute('aria-label') ?? inner?.textContent ?? ''}`;
        });
      await guest.sees('*', 'button[part=launcher]');
      await until('the launcher to be focused', async () => {
        if ((await focused()) === 'BUTTON Chat') return true;
        await hand.press('Tab');
        return false;
      });
      await hand.press('Enter');
      await until('the composer to be focused', async () =>
        (await focused()).startsWith('TEXTAREA'),
      );
      await hand.type('How long can I return it?');
      await hand.press('Enter');
      await guest.reads('30 days');
      await hand.type('Two mugs, please');
      await hand.press('Enter');
      await guest.sees('Allow once');
      await until('the answer to be focused', async () => {
        if ((await focused()) === 'BUTTON Allow once') return true;
        await hand.press('Tab', { shift: true });
        return false;
      });
      await until('it to be taken', async () => {
        if ((await focused()) === 'BUTTON Allow once') await hand.press('Enter');
        return (await find(hand, 'button', 'Allow once')) === null;
      });
      await guest.reads('Two mugs are in your cart.');
      await until('the panel to be closed', async () => {
        await hand.press('Escape');
        return !(await guest.isOpen());
      });
      expect(await focused()).toContain('BUTTON');
      await expectNoWrongs(guest);
    });

    it('works under a strict policy without one violation', async () => {
      const nonce = 'abc123';
      const policy = [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "style-src 'self'",
        `connect-src 'self' ${world.gateway.url}`,
        // Firefox holds its own request for the page's icon to the policy.
        "img-src 'self'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types bellhop',
      ].join('; ');
      const html = pageHtml(
        world,
        { nonce },
        BODY,
        HEAD.replace('<script', `<script nonce="${nonce}"`),
      );
      world.put('/strict', { html, headers: { 'content-security-policy': policy } });
      const guest = await enter({}, '/strict');
      await askFirst(guest);
      await askForMugs(guest);
      await guest.answer('Allow once');
      await guest.reads('Two mugs are in your cart.');
      await expectNoWrongs(guest);
    });

    describe('where pages may store nothing', () => {
      const wishes: readonly BrowserWishes[] = [{ isPrivate: true }];
      for (const wish of wishes) {
        const [name = ''] = Object.keys(wish) as (keyof BrowserWishes)[];
        it.skipIf(!engine.can.includes(name as keyof BrowserWishes))(
          `answers and runs tools (${name})`,
          async () => {
            const guest = await enter(wish);
            await askFirst(guest);
            await askForMugs(guest);
            await guest.answer('Allow once');
            await guest.reads('Two mugs are in your cart.');
            await expectNoWrongs(guest);
          },
        );
      }
    });

    describe('without', () => {
      it.each(WITHOUT)('%s, as in an older version', async (name, script) => {
        const path = `/without-${WITHOUT.findIndex(([its]) => its === name)}`;
        world.put(path, pageHtml(world, {}, BODY, `<script>${script}</script>${HEAD}`));
        const first = await enter({}, path);
        await askFirst(first);
        await askForMugs(first);
        await first.answer('Allow once');
        await first.reads('Two mugs are in your cart.');
        const second = await first.another();
        if (!(await second.isOpen())) await second.open();
        await second.reads('Two mugs are in your cart.');
        expect(await cart(first)).toBe('2 × mug;');
        expect(await cart(second)).toBe('');
        await expectNoWrongs(first);
        await expectNoWrongs(second);
      });
    });

    describe('the open panel', () => {
      const looks: readonly [string, Record<string, string>, [number, number]][] = [
        ['desktop', {}, [1280, 800]],
        ['phone', {}, [390, 844]],
        ['dark', { 'data-theme': 'dark' }, [1280, 800]],
        ['right-to-left', { 'data-lang': 'ar' }, [1280, 800]],
        ['right-to-left-phone', { 'data-lang': 'ar', 'data-theme': 'dark' }, [390, 844]],
      ];
      it.each(looks)('is accessible and fits: %s', async (name, attributes, [width, height]) => {
        world.put(`/${name}`, pageHtml(world, attributes, BODY, HEAD));
        const guest = await enter({}, `/${name}`);
        await guest.hand.resize(width, height);
        await askFirst(guest);
        await guest.write('Two mugs, please');
        await guest.sees('*', '.question button, [role=group] button');
        await guest.hand.shoot(`${engine.name}-${name}`);
        expect(await violations(guest.hand)).toEqual([]);
        expect(await guest.hand.run(overflowInPage)).toEqual([]);
        await expectNoWrongs(guest);
      });

      it.skipIf(!engine.can.includes('isDark'))(
        'is dark where the visitor’s system is',
        async () => {
          const head = '<meta name="color-scheme" content="light dark">';
          world.put('/system', pageHtml(world, {}, BODY, head + HEAD));
          const guest = await enter({ isDark: true }, '/system');
          await askFirst(guest);
          await guest.hand.shoot(`${engine.name}-system-dark`);
          expect(await violations(guest.hand)).toEqual([]);
        },
      );
    });

    describe('the demo shop', () => {
      let shop: Shop;
      beforeAll(async () => {
        shop = await openShop();
      });
      afterAll(() => shop?.close());

      it('answers from its pages, and fills the cart when allowed', async () => {
        const guest = await enter();
        await guest.hand.goto(shop.url);
        await guest.open();
        await guest.press('How long does delivery take?');
        await guest.reads('2 to 4 working days');
        await guest.sees('*Delivery times and costs*', '[role=log] a');
        await guest.write('Add two green mugs to my cart');
        await guest.answer('Allow once');
        await guest.reads('€40.90');
        expect(
          await guest.hand.run(() => document.querySelector('[data-cart-count]')?.textContent),
        ).toBe('2');
        await guest.hand.shoot(`${engine.name}-shop`);
        expect(await violations(guest.hand)).toEqual([]);
        expect(guest.hand.troubles).toEqual([]);
      });
    });
  });
}

/** What axe finds wrong in the widget. */
async function violations(hand: Hand): Promise<string[]> {
  return hand.run(async (axe) => {
    // biome-ignore lint/security/noGlobalEval: the page gets the checker as text
    if (!('axe' in window)) globalThis.eval(axe);
    interface Axe {
      run(
        where: unknown,
        options: unknown,
      ): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>;
    }
    const { axe: checker } = window as unknown as { axe: Axe };
    const { violations: found } = await checker.run(
      { include: [['bellhop-host']] },
      { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    );
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} at ${JSON.stringify(target)}`),
    );
  }, AXE);
}

/** Elements that are wider than the panel, but for code and tables, which scroll in themselves. */
function overflowInPage(): string[] {
  const panel = document.querySelector('bellhop-host')?.shadowRoot?.querySelector('.panel');
  if (!panel) return ['there is no panel'];
  const { left, right } = panel.getBoundingClientRect();
  return [...panel.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && !element.closest('pre, .table, .hidden'))
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
    })
    .map((element) => `${element.tagName}.${element.className}`);
}

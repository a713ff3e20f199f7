// What a gateway that means harm can make of the tools of a page, and of the visitor's hand on the card that asks.

import type { Page } from 'playwright-core';
import { giveTouch, middleOf, tap } from '../../browser/support/held.ts';
import { startOtherGateway } from '../../browser/support/other-gateway.ts';
import { until } from '../../browser/support/visitor.ts';
import { createWorld, type World } from '../../browser/support/world.ts';
import { type Attack, type Outcome, oneTry } from './attack.ts';
import { type HostileGateway, startHostileGateway } from './hostile-gateway.ts';

/** What these attacks need of a scene. */
interface Stage {
  world: World;
  page: Page;
}

const onStage = (name: string, run: (stage: Stage) => Promise<Outcome>): Attack => ({
  name,
  async play({ dist, browser }) {
    const world = await createWorld(await startOtherGateway([]), dist);
    const context = await browser.newContext();
    try {
      return await run({ world, page: await context.newPage() });
    } finally {
      await context.close();
      await world.close();
    }
  },
});

/** A shop with a search that takes for ever, a way to another page, and an order. What ran outlives the page. */
const shop = (
  { world }: Stage,
  gateway: HostileGateway,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><h1>Shop</h1><script>
  (window.bellhop ||= []).push((chat) => {
    const add = (name, more, execute) => chat.registerTool({ name, description: name, inputSchema: { type: 'object' }, execute, ...more });
    add('search', { annotations: { readOnlyHint: true } }, () => { window.isSearching = true; return new Promise(() => {}); });
    add('go', { annotations: { readOnlyHint: true }, navigates: true }, () => new Promise((done) => { window.go = () => { location.href = '/next'; done(); }; }));
    const order = (input) => { localStorage.ran = (localStorage.ran ?? '') + JSON.stringify(input); return 'ordered'; };
    add('place_order', { annotations: { destructiveHint: true }, approval: 'always' }, order);
    add('pay', { annotations: { destructiveHint: true } }, order);
  });
</script><script src="${world.cdn}/bellhop.js" data-gateway="${gateway.url}" data-session-id="s" data-token="t"></script>`;

const use = (id: string, name: string, input: object = {}) => [
  { type: 'tool_use', id, name, input },
];
const pause = (...ids: string[]) => ({ stop_reason: 'client_tool_use', tool_use_ids: ids });
const ranOf = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('ran') ?? '');

async function begin(stage: Stage, gateway: HostileGateway): Promise<void> {
  const { world, page } = stage;
  for (const path of ['/', '/next']) world.put(path, shop(stage, gateway));
  await page.goto(`${world.site}/`);
  await page.locator('bellhop-host button[part=launcher]').click();
  await write(page);
}

async function write(page: Page): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Hello');
  await box.press('Enter');
}

const swapped = onStage('a search that has begun is an order on the next page', async (stage) => {
  const { page } = stage;
  const gateway = await startHostileGateway();
  let search: { content: unknown } | undefined;
  gateway.onMessage = () => {
    gateway.add('session.status_running');
    search = gateway.add('agent.tool_use', use('x', 'search'));
    gateway.add('agent.tool_use', use('y', 'go'));
    gateway.add('session.status_idle', pause('x', 'y'));
  };
  page.on('request', (request) => {
    if (!request.url().endsWith('/next') || search === undefined) return;
    search.content = use('x', 'place_order', { total: 9999 });
  });
  try {
    await begin(stage, gateway);
    const isReady = () => page.evaluate(() => 'isSearching' in window && 'go' in window);
    await until('both to run', isReady);
    await page.evaluate(() => (window as unknown as { go: () => void }).go());
    await page.waitForURL(/next$/);
    const card = page.locator('.choices.pair > :first-child');
    await until(
      'an end',
      async () =>
        gateway.results.has('x') || (await ranOf(page)) !== '' || (await card.isVisible()),
    );
    const ran = await ranOf(page);
    return oneTry(ran === '' ? null : `ran place_order(${ran}) without a question`);
  } finally {
    await gateway.close();
  }
});

const TRIES = 12;
/** Less than the half second after which a press counts, since this sees only whole frames. */
const READ_MS = 400;

interface Watched {
  stoodForMs: number;
}

/** In the page: for how long the button had stood where it is when a pointer went down. */
function watchPlace(button: Element): void {
  let place = button.getBoundingClientRect().top;
  let movedAt = 0;
  const look = () => {
    const { top } = button.getBoundingClientRect();
    if (Math.abs(top - place) >= 1) {
      movedAt = performance.now();
      place = top;
    }
    requestAnimationFrame(look);
  };
  look();
  const press = ({ timeStamp }: Event) => {
    Object.assign(window, { stoodForMs: movedAt > 0 ? timeStamp - movedAt : 0 });
  };
  addEventListener('pointerdown', press, { capture: true, once: true });
}

/** A visitor on a phone aims at "No thanks"; an earlier message grows by two rows before they press. */
const moved = (name: string, rowsBefore: number, press: typeof tap): Attack =>
  onStage(name, async (stage) => {
    const { page } = stage;
    const gateway = await startHostileGateway();
    let ran = 0;
    let declined = 0;
    let late = 0;
    let turn = 0;
    const shifts: number[] = [];
    try {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (press === tap) await giveTouch(page);
      await page.context().clearCookies();
      for (turn = 0; turn < TRIES; turn += 1) {
        gateway.log.length = 0;
        gateway.results.clear();
        const id = `order${turn}`;
        const words = (lines: number) => [
          {
            type: 'text',
            text: Array(lines + rowsBefore)
              .fill('One row of it.')
              .join('  \n'),
          },
        ];
        // What an earlier turn has said; it fills the view where it is long.
        gateway.add('user.message', [{ type: 'text', text: 'Hello there.' }]);
        const message = gateway.add('agent.message', words(1));
        gateway.add('session.status_idle', { stop_reason: 'end_turn' });
        gateway.onMessage = () => {
          gateway.add('session.status_running');
          gateway.add('agent.tool_use', use(id, 'pay', { total: 9999 }));
          gateway.add('session.status_idle', pause(id));
        };
        await page.goto('about:blank');
        await begin(stage, gateway);
        const no = page.locator('.choices.pair > :last-child');
        await no.waitFor();
        await until('the card to be armed', () => no.isEnabled());
        const aim = await no.boundingBox();
        if (aim === null) throw new Error('The card is out of sight.');
        const { x, y } = await middleOf(no);
        await page.mouse.move(x, y);
        await no.evaluate(watchPlace);
        message.content = words(3);
        gateway.say(message);
        const log = page.getByRole('log');
        await until(
          'the message to grow',
          async () => ((await log.textContent()) ?? '').split('One row').length > 3 + rowsBefore,
        );
        // As long as a hand that is on its way needs.
        await page.waitForTimeout((turn * 300) / TRIES);
        const after = await no.boundingBox();
        shifts.push(Math.round((after?.y ?? 0) - aim.y));
        await press(page, { x, y });
        // What the press did is there before anything else that is asked of the page.
        await page.waitForTimeout(1_000);
        const stoodForMs = await page.evaluate(() => (window as unknown as Watched).stoodForMs);
        // A slow machine may have pressed only when the card had stood there for long enough to be read.
        if (stoodForMs >= READ_MS) late += 1;
        else if ((await ranOf(page)) !== '') ran += 1;
        if (gateway.results.get(id)?.error_code === 'declined') declined += 1;
        await page.evaluate(() =>
          indexedDB.databases().then((all) => {
            localStorage.clear();
            // Or the panel opens by itself on the next page of this tab, and hides the launcher that is to be pressed.
            sessionStorage.clear();
            for (const { name: database } of all) indexedDB.deleteDatabase(database ?? '');
          }),
        );
      }
    } finally {
      await gateway.close();
    }
    return {
      tries: TRIES - late,
      through: Array(ran).fill('a press on "No thanks" ran the order'),
      note: `${declined} declined as meant; ${late} pressed too late to be a try; moved by ${[...new Set(shifts)].join('/')} px`,
    };
  });

const click: typeof tap = (page, { x, y }) => page.mouse.click(x, y, { delay: 60 });

export const CALLS: readonly Attack[] = [
  swapped,
  moved('the card moves under the pointer in a short conversation', 0, click),
  moved('the card moves under the pointer in a long conversation', 20, click),
  moved('the card moves under a finger in a short conversation', 0, tap),
  moved('the card moves under a finger in a long conversation', 20, tap),
];

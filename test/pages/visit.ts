// A shorter stay on somebody else's page, by the hand of test/engines, which every engine has: what of stay.ts can be seen
// without Chromium's own tools.

import { until } from '../browser/support/visitor.ts';
import type { World } from '../browser/support/world.ts';
import type { Engine, EngineBrowser, Hand } from '../engines/hand.ts';
import { find, type Guest, guestOf } from '../engines/visitor.ts';
import type { HostPage } from './host-page.ts';
import { compareLooks, type Look, readLook } from './look.ts';
import { KEYS, put, tagOf } from './stay.ts';
import type { Promised } from './table.ts';

export interface Visit {
  faults: Partial<Record<Promised, string[]>>;
  look: Look;
}

const WHEEL_PX = 150;

/** @param plain what the chat looks like on a plain page of the same engine; null: this is that page */
export async function visit(
  host: HostPage,
  { engine, world, plain }: { engine: Engine; world: World; plain: Look | null },
): Promise<Visit> {
  const faults: Visit['faults'] = {};
  const look = async (promise: Promised, act: () => Promise<string[]>): Promise<void> => {
    const found = await act().catch((error) => [String(error).split('\n').slice(0, 3).join(' ')]);
    if (found.length > 0) faults[promise] = found;
  };
  await put(world, host, '');
  const loud = await troublesWithout(engine, world, host);
  const browser = await engine.enter();
  try {
    await put(world, host, tagOf(world));
    const guest = await arrive(browser, world, host);
    // A layer of the page that slides out may lie over the launcher for a moment.
    await until('the launcher to lie on top', async () => {
      const sight = await find(guest.hand, 'button[part=launcher]');
      return sight !== null && guest.hand.run(isChatAt, sight.x, sight.y);
    });
    await guest.open();
    // The page has a text field too, which is there before the composer.
    await guest.sees('Message', 'textarea');
    await guest.write('Is the lamp here?');
    await rests(guest, 'The lamp is here.');
    await pause(500);
    const seen = await guest.hand.run(readLook);
    await guest.hand.shoot(`pages/${engine.name}/${host.name.replaceAll(/\W+/g, '-')}`);
    await look('looks the same', async () => (plain === null ? [] : compareLooks(plain, seen)));
    await look('answers, runs a tool', async () => {
      await guest.write('Put it into my cart');
      await guest.answer('yes');
      await rests(guest, 'It lies in the cart.');
      const times = await guest.hand.run(() => Reflect.get(document, 'carted') as number);
      return times === 1 ? [] : [`the tool ran ${times} times`];
    });
    await look('keeps its keys and wheel', () => typesAndScrolls(guest));
    await look('goes along', () => walksOn(guest, host));
    await look('says nothing in the console', async () =>
      guest.hand.troubles.filter((line) => !loud.includes(line)),
    );
    return { faults, look: seen };
  } finally {
    await browser.close();
  }
}

/**
 * What the page says in the console by itself. By a visitor of its own: a page that fetches its links ahead, as shops' do,
 * fetches itself too by a link to a part of it, and Firefox then shows that copy, without the chat, in the next tab.
 */
async function troublesWithout(engine: Engine, world: World, host: HostPage): Promise<string[]> {
  const browser = await engine.enter();
  try {
    const { hand } = await arrive(browser, world, host);
    return [...hand.troubles];
  } finally {
    await browser.close();
  }
}

async function arrive(browser: EngineBrowser, world: World, host: HostPage): Promise<Guest> {
  const guest = guestOf(await browser.newTab());
  await guest.hand.goto(`${world.site}/`);
  const { ready, first } = host;
  // A function, since that is what a hand runs.
  const isReady = new Function(`return Boolean(${ready ?? 'true'})`) as () => boolean;
  await until(`${host.name} to be ready`, () => guest.hand.run(isReady));
  if (first) {
    await guest.press('*', first);
    await until('what lies over the launcher to go', async () => {
      const sight = await find(guest.hand, first);
      // Once more: while the layer slides in, a press misses it.
      if (sight?.isOnTop) await guest.hand.click(sight.x, sight.y);
      return !sight?.isOnTop;
    });
  }
  return guest;
}

async function rests(guest: Guest, words: string): Promise<void> {
  await guest.reads(words);
  await guest.sees('Send');
}

async function typesAndScrolls(guest: Guest): Promise<string[]> {
  const { hand } = guest;
  const found: string[] = [];
  const address = await hand.run(() => location.href);
  await guest.press('*', 'textarea');
  await hand.type(KEYS);
  await pause(300);
  const typed = await guest.composer();
  if (typed !== KEYS) found.push(`of “${KEYS}” the text field got “${typed}”`);
  const now = await hand.run(() => location.href);
  if (now !== address) found.push(`keys led to ${now}`);
  await hand.run(emptyComposer);

  const { x, y, pageTop } = await hand.run(standAt, 100);
  await hand.wheel(x, y, WHEEL_PX);
  await pause(1_000);
  const after = await hand.run(whereItStands);
  if (after.top <= 100) found.push(`the wheel moved the log from 100 to ${after.top}`);
  if (after.pageTop !== pageTop) found.push('the wheel moved the page');
  return found;
}

async function walksOn({ hand, ...guest }: Guest, { walk }: HostPage): Promise<string[]> {
  if (!walk) return [];
  await hand.run(() => void Reflect.set(document, 'isTheSame', true));
  await pressInPage(hand, walk.press);
  await guest.sees('*', walk.arrives);
  // A view transition takes every press until it is over.
  await until('the page to have arrived', () =>
    hand.run(() => !document.documentElement.matches(':active-view-transition')),
  );
  if (!(await hand.run(() => Reflect.get(document, 'isTheSame') === true)))
    return ['the page made a new document, so nothing was seen'];
  await guest.reads('It lies in the cart.');
  if ((await hand.run(() => document.querySelectorAll('bellhop-host').length)) !== 1)
    return ['there is more than one launcher'];
  await guest.write('Are you there?');
  await rests({ hand, ...guest }, 'You are still here.');
  return [];
}

/** By a click of the page's own: the link may lie under the panel where the window is small. */
const pressInPage = (hand: Hand, css: string): Promise<void> =>
  hand.run((selector) => document.querySelector<HTMLElement>(selector)?.click(), css);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const isChatAt = (x: number, y: number): boolean =>
  document.elementFromPoint(x, y)?.localName === 'bellhop-host';

function emptyComposer(): void {
  const field = document.querySelector('bellhop-host')?.shadowRoot?.querySelector('textarea');
  if (!field) return;
  field.value = '';
  // Not by `new Event`: MooTools has put its own in its place.
  const event = document.createEvent('Event');
  event.initEvent('input', true, true);
  field.dispatchEvent(event);
}

function standAt(top: number): { x: number; y: number; pageTop: number } {
  const log = document.querySelector('bellhop-host')?.shadowRoot?.querySelector('[role=log]');
  if (!log) throw new Error('There is no log.');
  (log as HTMLElement).style.scrollBehavior = 'auto';
  log.scrollTop = top;
  (log as HTMLElement).style.scrollBehavior = '';
  const { left, top: y } = log.getBoundingClientRect();
  return { x: left + 100, y: y + 100, pageTop: scrollY };
}

function whereItStands(): { top: number; pageTop: number } {
  const log = document.querySelector('bellhop-host')?.shadowRoot?.querySelector('[role=log]');
  return { top: log?.scrollTop ?? -1, pageTop: scrollY };
}

// What a visitor does and sees, with nothing but a hand: elements are found by their role and name in all open shadow
// roots, pressed where they lie, and read by what is drawn.

import { until } from '../browser/support/visitor.ts';
import type { Hand } from './hand.ts';

/** An element that can be seen. */
export interface Sight {
  x: number;
  y: number;
  isEnabled: boolean;
  /** A press at its middle would meet it, or something in it. */
  isOnTop: boolean;
  text: string;
}

/**
 * The last visible element of this kind and name; null if there is none.
 * @param css in any shadow root
 * @param name all of it, or a part of it where it begins and ends with `*`. By aria-label, else what it labels or holds.
 */
export const find = (hand: Hand, css: string, name = '*'): Promise<Sight | null> =>
  hand.run(findInPage, css, name);

export function findInPage(css: string, name: string): Sight | null {
  const found: Element[] = [];
  const walk = (root: Document | ShadowRoot): void => {
    found.push(...root.querySelectorAll(css));
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const isNamed = (element: Element): boolean => {
    const own = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    return name.startsWith('*') ? own.includes(name.replaceAll('*', '')) : own === name;
  };
  // A journey may take the method away.
  const isVisible = (one: Element): boolean =>
    one.checkVisibility?.() ?? getComputedStyle(one).visibility === 'visible';
  const visible = found.filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && isVisible(element) && isNamed(element);
  });
  const element = visible.at(-1);
  if (element === undefined) return null;
  const look = () => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    return { x, y, isOnTop: top !== null && (element === top || element.contains(top)) };
  };
  let place = look();
  if (!place.isOnTop) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    place = look();
  }
  return {
    ...place,
    isEnabled: !(element as HTMLButtonElement).disabled,
    text: (element as HTMLElement).innerText ?? '',
  };
}

export interface Guest {
  hand: Hand;
  /** Presses what has this name, once it can be pressed. */
  press(name: string, css?: string): Promise<void>;
  sees(name: string, css?: string): Promise<Sight>;
  seesNo(name: string, css?: string): Promise<void>;
  /** Opens the chat by the launcher. */
  open(): Promise<void>;
  /** Opens it as the page may do, whether or not it has opened by itself meanwhile. */
  openByScript(): Promise<void>;
  write(text: string): Promise<void>;
  /**
   * Presses a button of a question until the question is gone: it takes no press before it could be read. `yes` is the button
   * that does what a tool asks.
   */
  answer(name: string): Promise<void>;
  /** Waits until these words stand in the log. */
  reads(words: string): Promise<void>;
  /** What stands in the log now. */
  log(): Promise<string>;
  /** How often these words stand in the log. */
  count(words: string): Promise<number>;
  composer(): Promise<string>;
  isOpen(): Promise<boolean>;
}

const BUTTON = 'button, [role=menuitem], a[href]';
/** It has the page's words. */
const YES = '.choices.pair > :first-child';
const COMPOSER = 'textarea';
const LOG = '[role=log]';

export function guestOf(hand: Hand): Guest {
  const sees: Guest['sees'] = (name, css = BUTTON) =>
    until(`${name} (${css})`, () => find(hand, css, name).catch(() => null));
  const press: Guest['press'] = async (name, css = BUTTON) => {
    const { x, y } = await until(`${name} (${css}) to press`, async () => {
      const sight = await find(hand, css, name).catch(() => null);
      return sight?.isEnabled && sight.isOnTop ? sight : null;
    });
    await hand.click(x, y);
  };
  const log = async () => (await find(hand, LOG).catch(() => null))?.text ?? '';
  return {
    hand,
    press,
    sees,
    log,
    async seesNo(name, css = BUTTON) {
      await until(`no ${name} (${css})`, async () => (await find(hand, css, name)) === null);
    },
    async open() {
      await press('*', 'button[part=launcher]');
      await sees('*', COMPOSER);
    },
    async openByScript() {
      await hand.run(() => {
        type Queue = { push(callback: (chat: { open(): void }) => void): void };
        const page = window as unknown as { bellhop?: Queue };
        page.bellhop ??= [];
        page.bellhop.push((chat) => chat.open());
      });
      await sees('*', COMPOSER);
    },
    async write(text) {
      await press('*', COMPOSER);
      await hand.type(text);
      await until('the text to stand in the composer', async () =>
        (await hand.run(valueInPage)).endsWith(text),
      );
      await hand.press('Enter');
    },
    async answer(given) {
      const [css, name] = given === 'yes' ? [YES, '*'] : [BUTTON, given];
      await sees(name, css);
      await until(`${given} to be taken`, async () => {
        const sight = await find(hand, css, name);
        if (sight?.isEnabled && sight.isOnTop) await hand.click(sight.x, sight.y);
        return sight === null;
      });
    },
    reads: async (words) =>
      void (await until(`"${words}" in the log`, async () => (await log()).includes(words))),
    count: async (words) => (await log()).split(words).length - 1,
    composer: () => hand.run(valueInPage),
    isOpen: async () => (await find(hand, COMPOSER)) !== null,
  };
}

function valueInPage(): string {
  for (const { shadowRoot } of document.querySelectorAll('bellhop-host')) {
    const field = shadowRoot?.querySelector('textarea');
    if (field && field.getClientRects().length > 0) return field.value;
  }
  return '';
}

// @vitest-environment jsdom
// Which presses on a card's answers count (use-aim.ts).

import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  agent,
  paused,
  question,
  session,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import { document as realDocument } from '../../dom/document.ts';
import { mount } from './harness.ts';

const part = tool('add_to_cart', { product: 'Fjell', quantity: 1, note: '' }, { isPending: true });

function ask() {
  const turn = agent([part], { turn: { state: 'paused' } });
  return mount({
    session: session([user('Buy it'), turn], { run: paused(part) }),
    tools: tools(question(part, 'Add to cart')),
  });
}

describe('a tool’s question under a pointer', () => {
  const button = (view: ReturnType<typeof ask>, name: string) =>
    view.screen.getByRole('button', { name });
  const isArmed = (view: ReturnType<typeof ask>) =>
    button(view, 'Add to cart').getAttribute('aria-disabled') === null;
  afterEach(() => {
    document.body.removeAttribute('style');
    vi.unstubAllGlobals();
  });
  /** Where all buttons stand, as far as anybody can tell. */
  function place(view: ReturnType<typeof ask>, y: () => number) {
    const names = ['Add to cart', 'No thanks'];
    for (const [at, name] of names.entries()) {
      button(view, name).getBoundingClientRect = () => new DOMRect(0, y() + 48 * at, 200, 44);
    }
  }
  const answers = (view: ReturnType<typeof ask>) => view.called('answerTool').map(([, , a]) => a);

  it('takes no press when it has moved for whatever cause, until it has stood still for half a second', async () => {
    const view = ask();
    let y = 100;
    place(view, () => y);
    await view.pass(700);
    expect(isArmed(view)).toBe(true);
    // Nothing tells of it: an earlier message has grown.
    y += 48;
    await view.user.click(button(view, 'Add to cart'));
    expect(answers(view)).toEqual([]);
    await view.pass(400);
    expect(isArmed(view)).toBe(false);
    y += 1;
    await view.pass(400);
    expect(isArmed(view)).toBe(false);
    await view.user.click(button(view, 'No thanks'));
    expect(answers(view)).toEqual([]);
    await view.pass(400);
    expect(isArmed(view)).toBe(true);
    await view.user.click(button(view, 'No thanks'));
    expect(answers(view)).toEqual(['no']);
  });

  it('takes a press that draws the button smaller around its middle, or less than a pixel off', async () => {
    const view = ask();
    const no = button(view, 'No thanks');
    no.getBoundingClientRect = () => new DOMRect(0, 100, 200, 44);
    await view.pass(700);
    await view.user.pointer({ keys: '[MouseLeft>]', target: no });
    no.getBoundingClientRect = () => new DOMRect(3, 101.1, 194, 42.68);
    await view.pass(300);
    expect(isArmed(view)).toBe(true);
    await view.user.pointer({ keys: '[/MouseLeft]', target: no });
    expect(answers(view)).toEqual(['no']);
  });

  it('takes no press after it has moved by less than a pixel at a time', async () => {
    const view = ask();
    let y = 100;
    place(view, () => y);
    await view.pass(700);
    for (let step = 0; step < 2; step += 1) {
      y += 0.6;
      await view.pass(100);
    }
    await view.user.click(button(view, 'Add to cart'));
    expect(answers(view)).toEqual([]);
  });

  it('shows by itself that it has moved', async () => {
    const view = ask();
    let y = 100;
    place(view, () => y);
    await view.pass(700);
    y += 48;
    await view.pass(150);
    expect(isArmed(view)).toBe(false);
  });

  it.each([
    ['the browser’s window', 'screenX', 7],
    ['what a pinch has zoomed into', 'visualViewport', { offsetTop: 40, scale: 2 }],
    ['the page’s own zoom', 'devicePixelRatio', 3],
  ])('takes no press after %s has moved under it', async (_, name, value) => {
    const view = ask();
    await view.pass(700);
    const page = realDocument.defaultView as unknown as Record<string, unknown>;
    const before = Object.getOwnPropertyDescriptor(page, name);
    Object.defineProperty(page, name, { value, configurable: true });
    await view.user.click(button(view, 'Add to cart'));
    expect(answers(view)).toEqual([]);
    await view.pass(700);
    await view.user.click(button(view, 'Add to cart'));
    expect(answers(view)).toEqual(['once']);
    if (before) Object.defineProperty(page, name, before);
    else delete page[name];
  });

  it('takes no press that began before it could be answered, or on another button', async () => {
    const view = ask();
    await view.pass(300);
    const allow = button(view, 'Add to cart');
    await view.user.pointer({ keys: '[MouseLeft>]', target: allow });
    await view.pass(700);
    await view.user.pointer({ keys: '[/MouseLeft]', target: allow });
    expect(answers(view)).toEqual([]);
    // A tap is where the finger went up: that may be another button by then.
    button(view, 'No thanks').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    allow.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(answers(view)).toEqual([]);
    await view.user.click(allow);
    expect(answers(view)).toEqual(['once']);
  });

  describe('in a log that scrolls along when something grows above it', () => {
    /** What has grown moves the card until the log has followed, which is before anything of it is painted. */
    function growing(view: ReturnType<typeof ask>) {
      const log = view.screen.getByRole('log');
      const card = view.screen.getByRole('group', { name: /Add to cart/ });
      const size = { above: 300, top: 0 };
      Object.defineProperty(log, 'scrollTop', {
        get: () => size.top,
        set: (top: number) => {
          size.top = top;
        },
      });
      log.getBoundingClientRect = () => new DOMRect(0, 0, 300, 500);
      card.getBoundingClientRect = () => new DOMRect(0, size.above - size.top, 300, 200);
      place(view, () => size.above - size.top + 50);
      log.dispatchEvent(new Event('scroll'));
      return size;
    }

    it('can be answered at once: nobody has seen it move', async () => {
      const view = ask();
      const size = growing(view);
      await view.pass(1_000);
      for (const grown of [46, 24, 46]) {
        size.above += grown;
        await view.clock.advance(100);
        expect(size.top).toBe(size.above - 300);
      }
      await view.pass();
      expect(isArmed(view)).toBe(true);
      await view.user.click(button(view, 'No thanks'));
      expect(answers(view)).toEqual(['no']);
    });

    it('takes no press that went down before the log has followed: it hit what was never seen there', async () => {
      const view = ask();
      const size = growing(view);
      await view.pass(1_000);
      size.above += 48;
      await view.user.click(button(view, 'Add to cart'));
      expect(answers(view)).toEqual([]);
    });
  });

  it('takes no press that held on while it moved', async () => {
    const view = ask();
    let y = 100;
    place(view, () => y);
    await view.pass(700);
    const allow = button(view, 'Add to cart');
    await view.user.pointer({ keys: '[MouseLeft>]', target: allow });
    y += 48;
    await view.user.pointer({ keys: '[/MouseLeft]', target: allow });
    expect(answers(view)).toEqual([]);
  });

  it('takes no press when what lay over it has just gone', async () => {
    const view = ask();
    let cover: Element | null = document.body;
    place(view, () => 100);
    const rooted = view.root as unknown as {
      elementFromPoint: (x: number, y: number) => unknown;
    };
    rooted.elementFromPoint = (_, y) =>
      cover ?? [...view.root.querySelectorAll('.choices button')][Math.floor((y - 100) / 48)];
    await view.pass(700);
    cover = null;
    await view.user.click(button(view, 'Add to cart'));
    expect(answers(view)).toEqual([]);
    await view.pass(700);
    await view.user.click(button(view, 'Add to cart'));
    expect(answers(view)).toEqual(['once']);
  });

  it('takes no press while the browser says that something lies over it', async () => {
    let tell: (entry: object) => void = () => {};
    let asked: unknown;
    let looks = 0;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        isOfButtons: boolean;
        constructor(callback: (entries: object[]) => void, options: object = {}) {
          // The card also asks what of its input has been in view.
          this.isOfButtons = 'trackVisibility' in options;
          if (!this.isOfButtons) return;
          asked = options;
          tell = (entry) => callback([entry]);
        }
        observe() {
          if (this.isOfButtons) looks += 1;
        }
        unobserve() {}
        disconnect() {}
      },
    );
    const view = ask();
    await view.pass();
    expect(asked).toMatchObject({ trackVisibility: true, delay: 100 });
    tell({ isIntersecting: true, isVisible: false });
    await view.pass(700);
    expect(isArmed(view)).toBe(false);
    // It is asked again: nothing may move any more that would make it tell.
    expect(looks).toBe(2);
    // Something that lies there for a moment needs no word.
    const words = 'Something on this page lies over these buttons. Close it to answer.';
    await vi.waitFor(() => import('../../ui/later/covered.tsx'));
    await view.pass(100);
    tell({ isIntersecting: true, isVisible: false });
    await view.pass(100);
    expect(view.screen.queryByText(words)).toBeNull();
    tell({ isIntersecting: true, isVisible: false });
    await view.pass(700);
    expect(view.screen.getAllByText(words)).toHaveLength(2);
    tell({ isIntersecting: true, isVisible: true });
    await view.pass(700);
    expect(view.screen.queryByText(words, { selector: '.question-text' })).toBeNull();
    expect(isArmed(view)).toBe(true);
    // The page draws its body half transparent: then the browser can't tell.
    document.body.style.opacity = '0.5';
    tell({ isIntersecting: true, isVisible: false });
    await view.pass(700);
    expect(isArmed(view)).toBe(true);
  });

  it('can be answered by the keyboard also while it moves, but not before it was seen', async () => {
    const view = ask();
    let y = 100;
    place(view, () => y++);
    button(view, 'Add to cart').focus();
    await view.pass(300);
    await view.user.keyboard('{Enter}');
    expect(answers(view)).toEqual([]);
    await view.pass(400);
    expect(isArmed(view)).toBe(false);
    await view.user.keyboard('{Enter}');
    expect(answers(view)).toEqual(['once']);
  });

  it('is measured only while it waits', async () => {
    const view = ask();
    let looks = 0;
    button(view, 'Add to cart').getBoundingClientRect = () => {
      looks += 1;
      return new DOMRect();
    };
    await view.pass(700);
    expect(looks).toBeGreaterThan(2);
    view.ports.tools.set(tools());
    await view.pass(100);
    const before = looks;
    // Until what was announced has left the live regions too.
    await view.pass(8_000);
    expect(looks).toBe(before);
    expect(view.clock.pending()).toBe(0);
  });
});

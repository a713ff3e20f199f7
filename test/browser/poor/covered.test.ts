// What a page, a cookie layer or a browser extension lays over everything while the chat asks whether a tool may run: a
// popover somewhere else keeps nobody from answering, and whatever lies over the buttons does, with a word about it.

import { beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../../rings.ts';
import { until } from '../support/visitor.ts';
import { CALL, type Place, usePlaces } from './place.ts';

const TOLD = 'Something on this page lies over these buttons. Close it to answer.';
const SMALL = 'inset: auto auto 0 0; margin: 0; width: 80px; height: 40px';

const createPlace = usePlaces();
let place: Place;
beforeEach(async () => {
  place = await createPlace({ script: [[CALL, { say: 'The cart has it.' }]] });
  await place.visit();
  await place.visitor.open();
  await place.visitor.write('Put it into my cart');
  await allow().waitFor();
  await armed(true);
});

const allow = () => place.visitor.yes;
const armed = (is: boolean) =>
  until(is ? 'the question to take an answer' : 'the question to take no answer', async () => {
    return (await allow().isEnabled()) === is;
  });
const ran = () => place.page.evaluate(() => localStorage.ran ?? '0');

interface Layer {
  style: string;
  popover?: 'manual' | 'auto';
  /** In a shadow root of an element beside the page's body, where extensions stand. */
  inShadow?: boolean;
  css?: string;
}

/** Lays an element over the page, above all that has a place in its stack. */
async function lay(layer: Layer): Promise<void> {
  await place.page.evaluate(({ style, popover, inShadow, css = '' }) => {
    const it = document.createElement('div');
    it.id = 'layer';
    it.textContent = 'Fill in';
    it.style.cssText = style;
    const sheet = document.createElement('style');
    sheet.textContent = css;
    const host = document.createElement('password-manager');
    document.documentElement.append(host);
    const root = inShadow === true ? host.attachShadow({ mode: 'open' }) : host;
    root.append(sheet, it);
    if (popover === undefined) return;
    it.popover = popover;
    it.showPopover();
  }, layer);
}

/** How the backdrop of the layer is drawn, how many sheets a script has given its root, and whether it is open. */
const backdrop = () =>
  place.page.evaluate(() => {
    const host = document.querySelector('password-manager');
    const layer = (host?.shadowRoot ?? document).querySelector('#layer');
    if (layer === null) return null;
    const { display, backgroundColor } = getComputedStyle(layer, '::backdrop');
    const root = layer.getRootNode() as Document | ShadowRoot;
    const isOpen = layer.matches(':popover-open');
    return { display, backgroundColor, sheets: root.adoptedStyleSheets.length, isOpen };
  });

/** A press of the visitor's mouse where the button stands, whatever lies over it. */
async function press(): Promise<void> {
  const box = await allow().boundingBox();
  if (box === null) throw new Error('The button has no place.');
  await place.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Over the button alone. */
async function overButton(): Promise<string> {
  const box = await allow().boundingBox();
  if (box === null) throw new Error('The button has no place.');
  const { x, y, width, height } = box;
  return `position: fixed; inset: ${y - 8}px auto auto ${x - 8}px; margin: 0; z-index: 2147483647;
    width: ${width + 16}px; height: ${height + 16}px; background: #fff`;
}

const close = () =>
  place.page.evaluate(() => document.querySelector<HTMLElement>('#layer')?.hidePopover());

describe('beside a popover that stands elsewhere, a question', () => {
  const LAYERS: [string, object, Layer][] = [
    ['of a password manager', {}, { style: SMALL, popover: 'manual' }],
    ['that closes by itself', OUTER, { style: SMALL, popover: 'auto' }],
    ['in a shadow root', OUTER, { style: SMALL, popover: 'manual', inShadow: true }],
    [
      'whose backdrop has a colour that can’t be seen',
      OUTER,
      {
        style: SMALL,
        popover: 'manual',
        css: '::backdrop { background: oklch(0.5 0.2 30 / 0) !important }',
      },
    ],
  ];
  for (const [name, ring, layer] of LAYERS) {
    it(`is answered by one press: one ${name}`, ring, async () => {
      await lay(layer);
      await until('the backdrop to be away', async () => (await backdrop())?.display === 'none');
      await armed(true);
      await press();
      await place.reads('The cart has it.');
      expect(await ran()).toBe('1');
      // The page is as it was.
      const isOpen = layer.popover === 'manual';
      expect(await backdrop()).toMatchObject({ display: 'block', sheets: 0, isOpen });
    });
  }

  it('is answered by the keyboard', OUTER, async () => {
    await lay({ style: SMALL, popover: 'manual' });
    await until('the backdrop to be away', async () => (await backdrop())?.display === 'none');
    await armed(true);
    await allow().focus();
    await place.page.keyboard.press('Enter');
    await place.reads('The cart has it.');
    expect(await ran()).toBe('1');
  });

  it('is answered also where the page has replaced its list of style sheets', OUTER, async () => {
    await lay({ style: SMALL, popover: 'manual' });
    await until('the backdrop to be away', async () => (await backdrop())?.display === 'none');
    await armed(true);
    await place.page.evaluate(() => {
      document.adoptedStyleSheets = [new CSSStyleSheet()];
    });
    await armed(false);
    await armed(true);
    await press();
    await place.reads('The cart has it.');
    expect(await backdrop()).toMatchObject({ display: 'block', sheets: 1 });
  });

  it(
    'gives the backdrop of the next popover back, where that one is to be seen',
    OUTER,
    async () => {
      await lay({ style: SMALL, popover: 'manual' });
      await until('the backdrop to be away', async () => (await backdrop())?.display === 'none');
      await armed(true);
      await lay({
        style: SMALL,
        popover: 'manual',
        css: '#layer + div::backdrop, #layer::backdrop { background: rgb(0 0 0 / 0.4) }',
      });
      await until('the backdrop to be back', async () => (await backdrop())?.display === 'block');
      await armed(false);
    },
  );
});

describe('under what lies over its buttons, a question', () => {
  const pressAndType = async () => {
    await press();
    await allow().focus();
    await place.page.keyboard.press('Enter');
    await place.page.keyboard.press('Space');
    // Time for a tool to run that must not.
    await place.page.waitForTimeout(500);
  };

  it('takes no press that something lets through beside a popover, and says why', async () => {
    await lay({ style: SMALL, popover: 'manual' });
    await until('the backdrop to be away', async () => (await backdrop())?.display === 'none');
    await armed(true);
    const style = `${await overButton()}; pointer-events: none`;
    await place.page.evaluate((text) => {
      const decoy = document.createElement('div');
      decoy.id = 'decoy';
      decoy.textContent = 'Win a lamp';
      decoy.style.cssText = text;
      document.documentElement.append(decoy);
    }, style);
    await place.reads(TOLD);
    await armed(false);
    await pressAndType();
    expect(await ran()).toBe('0');
    await place.page.evaluate(() => document.querySelector('#decoy')?.remove());
    await armed(true);
    expect(await place.times(TOLD)).toBe(0);
    await press();
    await place.reads('The cart has it.');
    expect(await ran()).toBe('1');
  });

  it(
    'fetches once what says so, and where that can’t be had asks every few seconds alone',
    OUTER,
    async () => {
      const asked: string[] = [];
      place.page.on('request', (request) => {
        if (/\/covered-/.test(request.url())) asked.push(request.url());
      });
      await place.page.evaluate(() => {
        const added = { links: 0 };
        Reflect.set(document, 'added', added);
        new MutationObserver((records) => {
          for (const { addedNodes } of records) added.links += addedNodes.length;
        }).observe(document.head, { childList: true });
      });
      place.world.breakFile(/\/covered-/);
      await lay({ style: await overButton(), popover: 'manual' });
      await until('it to be asked for', () => asked.length > 0);
      // Time for the browser to tell twice that something lies there.
      await place.page.waitForTimeout(1_000);
      expect(asked).toHaveLength(1);
      place.world.breakFile(null);
      await place.reads(TOLD);
      const { length } = asked;
      const links = () => place.page.evaluate(() => Reflect.get(document, 'added').links as number);
      const before = await links();
      expect(before).toBeGreaterThan(0);
      await place.page.waitForTimeout(1_000);
      expect(asked).toHaveLength(length);
      expect(await links()).toBe(before);
    },
  );

  it('takes none under a popover, and is answered once that is closed', OUTER, async () => {
    await lay({ style: await overButton(), popover: 'manual' });
    await place.reads(TOLD);
    await pressAndType();
    expect(await ran()).toBe('0');
    await close();
    await armed(true);
    expect(await place.times(TOLD)).toBe(0);
    await allow().focus();
    await place.page.keyboard.press('Enter');
    await place.reads('The cart has it.');
    expect(await ran()).toBe('1');
  });

  it('takes none under a backdrop that dims the page, which stays as it is', OUTER, async () => {
    const backgroundColor = 'rgba(0, 0, 0, 0.4)';
    await lay({
      style: SMALL,
      popover: 'manual',
      css: `#layer::backdrop { background: ${backgroundColor} }`,
    });
    await place.reads(TOLD);
    expect(await backdrop()).toMatchObject({ display: 'block', backgroundColor, sheets: 0 });
    await pressAndType();
    expect(await ran()).toBe('0');
    await close();
    await armed(true);
    await press();
    await place.reads('The cart has it.');
  });
});

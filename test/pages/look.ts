// What the chat looks like: every computed style and the place of each element in its shadow root, and its pixels.

import type { Page } from 'playwright-core';

/** By element, its styles and place. */
export type Look = Record<string, Record<string, string>>;

/** Runs in the page. */
export function readLook(): Look {
  const host = document.querySelector('bellhop-host');
  const root = host?.shadowRoot;
  if (!host || !root) throw new Error('The chat is not there.');
  // What fades in has arrived.
  for (const animation of root.getAnimations()) animation.finish();
  // At midnight a time of day gets another width.
  for (const time of root.querySelectorAll('time'))
    if (time.firstChild) time.firstChild.nodeValue = '9:41 AM';
  const look: Look = {};
  /** Of what nobody sees: it stands where the page ends. */
  const isHidden = (element: Element): boolean =>
    element === host || element.closest('.hidden') !== null;
  const add = (element: Element, path: string, before?: string) => {
    const styles: Record<string, string> = {};
    const computed = getComputedStyle(element, before);
    for (let at = 0; at < computed.length; at++) {
      const name = computed[at] as string;
      // A page's own names reach the chat and mean nothing there. What a scheme does stands in the colours. Whether a row
      // has faded in depends on whether its answer came in pieces, which the processor decides, and not the page.
      if (
        name.startsWith('--') ||
        name.startsWith('animation') ||
        name === 'color-scheme' ||
        (isHidden(element) && /^(inset|top|bottom|left|right)/.test(name))
      )
        continue;
      styles[name] = computed.getPropertyValue(name);
    }
    if (before === undefined && !isHidden(element)) {
      const { x, y, width, height } = element.getBoundingClientRect();
      styles.place = [x, y, width, height].map((it) => it.toFixed(1)).join(' ');
    }
    look[path] = styles;
  };
  const walk = (element: Element, path: string) => {
    add(element, path);
    add(element, `${path}::before`, '::before');
    add(element, `${path}::after`, '::after');
    let at = 0;
    for (const child of element.children) {
      const name = child.classList[0] ?? child.localName;
      walk(child, `${path} > ${name}[${at++}]`);
    }
  };
  let at = 0;
  // Without the element around the panel, which has no box.
  for (const child of root.querySelectorAll(':scope > button, .bellhop'))
    walk(child, `${child.localName}[${at++}]`);
  return look;
}

const MOST_LINES = 20;

/** One line for each property that differs; at most a few of each element. */
export function compareLooks(plain: Look, other: Look): string[] {
  const found: string[] = [];
  for (const path of new Set([...Object.keys(plain), ...Object.keys(other)])) {
    const [before, after] = [plain[path], other[path]];
    if (before === undefined || after === undefined) {
      found.push(`${path} is ${after === undefined ? 'missing' : 'new'}`);
      continue;
    }
    const names = Object.keys({ ...before, ...after }).filter(
      (name) => before[name] !== after[name],
    );
    found.push(
      ...names.slice(0, 3).map((name) => `${path} ${name}: ${after[name]}, not ${before[name]}`),
    );
  }
  return found.length > MOST_LINES
    ? [...found.slice(0, MOST_LINES), `and ${found.length - MOST_LINES} more`]
    : found;
}

export interface Pictures {
  launcher: Buffer;
  panel: Buffer;
}

/** Not of the outermost pixels: the page shows behind round corners and shadows. */
export async function takePictures(page: Page): Promise<Pictures> {
  const shoot = async (selector: string, inset: number) => {
    const box = await page.locator(`bellhop-host ${selector}`).first().boundingBox();
    if (!box) throw new Error(`${selector} is not to be seen.`);
    const clip = {
      x: Math.round(box.x) + inset,
      y: Math.round(box.y) + inset,
      width: Math.round(box.width) - 2 * inset,
      height: Math.round(box.height) - 2 * inset,
    };
    // The caret blinks as it likes; hiding it would write into the page.
    return page.screenshot({ clip, animations: 'disabled', caret: 'initial' });
  };
  return { launcher: await shoot('[part=launcher]', 12), panel: await shoot('[part=panel]', 24) };
}

/** The share of pixels that differ by more than smoothing explains. Compared by the browser, which can read PNG. */
export function differingShare(blank: Page, one: Buffer, other: Buffer): Promise<number> {
  return blank.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (text) => {
          const image = new Image();
          image.src = `data:image/png;base64,${text}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
      let count = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const far = [0, 1, 2].some(
          (part) => Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)) > 80,
        );
        if (far) count++;
      }
      return count / (a.data.length / 4);
    },
    [one.toString('base64'), other.toString('base64')],
  );
}

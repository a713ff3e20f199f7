// Older versions, imitated by taking one interface away before the script runs.

import { expect } from 'vitest';
import { pageHtml } from '../../browser/support/world.ts';
import { askAll, BODY, cart, expectNoWrongs, HEAD, type Journey } from '../scene.ts';

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
  ['BroadcastChannel', "Object.defineProperty(window, 'BroadcastChannel', { value: undefined });"],
  [
    'checkVisibility and Intl.Segmenter',
    'delete Element.prototype.checkVisibility; delete Intl.Segmenter;',
  ],
];

export const OLDER: readonly Journey[] = WITHOUT.map(([name, script]) => ({
  title: `answers, runs a tool and shares it with a second tab without ${name}`,
  async play({ enter, world }) {
    world.put('/older', pageHtml(world, {}, BODY, `<script>${script}</script>${HEAD}`));
    const first = await enter({}, '/older');
    await askAll(first);
    const second = await first.another();
    await second.openByScript();
    await second.reads('Two mugs are in your cart.');
    expect(await cart(first)).toBe('2 × mug;');
    expect(await cart(second)).toBe('');
    await expectNoWrongs(first);
    await expectNoWrongs(second);
  },
}));

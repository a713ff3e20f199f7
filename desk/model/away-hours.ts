// Quiet hours also mean that their person is away: said when they begin in front of an open desk, and taken back when they are over.

import { effect, type ReadonlySignal } from '@preact/signals';
import type { Me } from '../../gateway/desk-types.ts';
import { isQuiet } from './quiet.ts';
import type { Work } from './work.ts';

export interface AwayHoursParts {
  me: ReadonlySignal<Me | null>;
  /** Unix milliseconds; changes now and then. */
  now: ReadonlySignal<number>;
  work: Pick<Work, 'setAway'>;
  /** On this device: '' unless the hours have made the person away. */
  kept: { read(): string; write(text: string): void };
}

/** @returns a function that ends it */
export function followAwayHours({ me, now, work, kept }: AwayHoursParts): () => void {
  /** Null: not known yet. Who opens the desk within their quiet hours is there. */
  let was: boolean | null = null;
  return effect(() => {
    const person = me.value;
    if (person === null || person.role === 'viewer') {
      was = null;
      return;
    }
    const is = isQuiet(person.settings.quiet, now.value);
    if (is && was === false) say(true);
    // Also where they ended while the desk was closed.
    if (!is && kept.read() !== '') say(false);
    was = is;
  });

  function say(isAway: boolean): void {
    kept.write(isAway ? 'hours' : '');
    // What isn't heard now the person can still say.
    work.setAway(isAway).catch(() => {});
  }
}

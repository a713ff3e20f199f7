// Quiet hours, and whether their person is away.

import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Me } from '../../gateway/desk-types.ts';
import { followAwayHours } from '../model/away-hours.ts';

const at = (hours: number): number => new Date(2026, 1, 3, hours).getTime();

function scene(hour: number, stored = '') {
  const said: boolean[] = [];
  const now = signal(at(hour));
  const person = { role: 'agent', settings: { quiet: { from: '18:00', until: '08:00' } } };
  const me = signal<Me | null>(person as unknown as Me);
  let text = stored;
  const end = followAwayHours({
    me,
    now,
    work: {
      async setAway(isAway) {
        said.push(isAway);
      },
    },
    kept: {
      read: () => text,
      write: (given) => {
        text = given;
      },
    },
  });
  return { said, now, me, end, kept: () => text };
}

describe('quiet hours', () => {
  it('make an open desk’s person away, and here again when they are over', () => {
    const { said, now, end } = scene(17);
    now.value = at(18);
    now.value = at(20);
    expect(said).toEqual([true]);
    now.value = at(9);
    now.value = at(10);
    expect(said).toEqual([true, false]);
    end();
  });

  it('leave who comes within them as they are', () => {
    const { said, now, end } = scene(20);
    now.value = at(21);
    expect(said).toEqual([]);
    end();
  });

  it('end for a desk that was closed meanwhile, and change nothing of a viewer', () => {
    const { said, kept, end } = scene(9, 'hours');
    expect(said).toEqual([false]);
    expect(kept()).toBe('');
    end();
    const other = scene(17);
    other.me.value = { role: 'viewer', settings: { quiet: null } } as unknown as Me;
    other.now.value = at(19);
    expect(other.said).toEqual([]);
    other.end();
  });
});

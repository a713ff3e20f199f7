// Chance from a seed: the same seed gives the same run, so a failing schedule can be played again.

import type { Random } from '../../src/platform/types.ts';

export interface SeededRandom extends Random {
  /** Integer in [0, below). */
  int(below: number): number;
  /** True with probability `p`. */
  chance(p: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A generator of its own, so that one consumer's draws don't shift another's. */
  fork(label: string): SeededRandom;
}

export function createSeededRandom(seed: number | string): SeededRandom {
  let state = typeof seed === 'number' ? hash(`#${seed}`) : hash(seed);
  const origin = state;

  // mulberry32: 32 bits of state are plenty for schedules, and it is fast.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  const int = (below: number): number => Math.floor(next() * below);

  return {
    next,
    int,
    chance: (p) => next() < p,
    id() {
      let id = '';
      for (let i = 0; i < 32; i += 1) id += int(16).toString(16);
      return id;
    },
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[int(items.length)] as T;
    },
    fork: (label) => createSeededRandom(`${origin}/${label}`),
  };
}

function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 16;
  return Math.imul(h, 0x85ebca6b) | 0;
}

// Work that a signal may cut short: a page that sends for hours waits by one signal all the time.

import { describe, expect, it } from 'vitest';
import { unlessAborted } from '../../session/wait.ts';

/** A signal that tells how many listeners stand at it. */
function countingSignal() {
  const life = new AbortController();
  const { signal } = life;
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener) => {
    count += 1;
    add(type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    count -= 1;
    remove(type, listener);
  };
  return { life, signal, count: () => count };
}

describe('work that may be cut short', () => {
  it('gives what it came to, and leaves nothing at the signal', async () => {
    const { signal, count } = countingSignal();
    for (let times = 0; times < 100; times++) {
      expect(await unlessAborted(signal, Promise.resolve(times), -1)).toBe(times);
    }
    await expect(unlessAborted(signal, Promise.reject(new Error('no')), -1)).rejects.toThrow('no');
    expect(count()).toBe(0);
  });

  it('gives what stands in for it as soon as the signal aborts, and at once where it has', async () => {
    const { life, signal } = countingSignal();
    const never = new Promise<number>(() => {});
    const cut = unlessAborted(signal, never, -1);
    life.abort();
    expect(await cut).toBe(-1);
    expect(await unlessAborted(signal, never, -1)).toBe(-1);
  });
});

import { describe, expect, it } from 'vitest';
import { createTabStorage } from '../../platform/tab-storage.ts';
import { StorageError } from '../../platform/types.ts';

/** What a browser's sessionStorage does: own keys, strings, room for so many characters. */
function createArea(room = Number.POSITIVE_INFINITY): Storage {
  const area = {
    getItem: (key: string): string | null => (Object.hasOwn(area, key) ? area[key] : null),
    setItem(key: string, value: string): void {
      const size = Object.entries(area).reduce(
        (sum, [k, v]) => sum + (k === key ? 0 : v.length),
        0,
      );
      if (size + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      area[key] = value;
    },
    removeItem(key: string): void {
      delete area[key];
    },
  } as unknown as Record<string, string> & Storage;
  for (const name of ['getItem', 'setItem', 'removeItem']) {
    Object.defineProperty(area, name, { enumerable: false });
  }
  return area;
}

describe('storage for the browser session', () => {
  it('keeps values for the next page of the tab, under its own prefix', async () => {
    const area = createArea();
    area.setItem('somebody', 'else');
    const first = createTabStorage('b:', () => area);
    await first.set('a', { v: 1 });
    await first.setMany([
      ['b', [2]],
      ['c', 'three'],
    ]);
    first.close();
    const next = createTabStorage('b:', () => area);
    expect(next.isDurable).toBe(true);
    expect(await next.getMany(['a', 'b', 'c', 'somebody'])).toEqual([
      { v: 1 },
      [2],
      'three',
      undefined,
    ]);
    expect((await next.keys()).sort()).toEqual(['a', 'b', 'c']);
    await next.delMany(['a', 'b']);
    expect(await next.keys()).toEqual(['c']);
    expect(area.getItem('somebody')).toBe('else');
  });

  it('changes a value by what stands there, and deletes what becomes undefined', async () => {
    const area = createArea();
    const storage = createTabStorage('b:', () => area);
    expect(await storage.update('n', (before) => ((before as number) ?? 0) + 1)).toBe(1);
    expect(await storage.update('n', (before) => ((before as number) ?? 0) + 1)).toBe(2);
    expect(await storage.update('n', () => undefined)).toBeUndefined();
    expect(await storage.keys()).toEqual([]);
  });

  it('writes all or nothing where there is no room', async () => {
    const small = createArea(40);
    const storage = createTabStorage('b:', () => small);
    await storage.set('a', 'old');
    const writing = storage.setMany([
      ['a', 'new'],
      ['b', 'x'.repeat(100)],
    ]);
    await expect(writing).rejects.toMatchObject({ name: 'StorageError', failure: 'quota' });
    expect(await storage.getMany(['a', 'b'])).toEqual(['old', undefined]);
  });

  it('takes what is not its own for nothing', async () => {
    const area = createArea();
    area.setItem('b:a', '{broken');
    expect(await createTabStorage('b:', () => area).get('a')).toBeUndefined();
  });

  it('lasts as long as the page where the browser refuses it, and says so', async () => {
    const storage = createTabStorage('b:', () => {
      throw new DOMException('no', 'SecurityError');
    });
    await storage.set('a', 1);
    expect(await storage.get('a')).toBe(1);
    expect(storage.isDurable).toBe(false);
  });

  it('is over once it is closed', async () => {
    const small = createArea(40);
    const storage = createTabStorage('b:', () => small);
    storage.close();
    await expect(storage.get('a')).rejects.toBeInstanceOf(StorageError);
  });
});

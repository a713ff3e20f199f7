import { describe, expect, it } from 'vitest';
import { createDisk, type Disk } from '../../../test/doubles/disk.ts';
import { createVirtualClock, type VirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { type Cell, type CellPorts, createCell } from '../../platform/cell.ts';

interface Row {
  id: string;
  text: string;
}

interface Site {
  disk: Disk;
  clock: VirtualClock;
  open(over?: Partial<CellPorts<Row>>): Cell<Row>;
  stored(): unknown;
}

function createSite(): Site {
  const clock = createVirtualClock();
  const disk = createDisk({ clock });
  return {
    disk,
    clock,
    open: (over = {}) =>
      createCell<Row>({
        storage: disk.tab(),
        clock,
        key: 'rows',
        parse: (stored) => (Array.isArray(stored) ? stored : []),
        pack: (rows) => (rows.length === 0 ? undefined : [...rows]),
        idOf: ({ id }) => id,
        evict: async () => {},
        ...over,
      }),
    stored: () => disk.peek('rows'),
  };
}

const put =
  (id: string, text: string) =>
  (rows: readonly Row[]): readonly Row[] => [...rows.filter((row) => row.id !== id), { id, text }];
const take =
  (id: string) =>
  (rows: readonly Row[]): readonly Row[] =>
    rows.filter((row) => row.id !== id);

describe('rows in storage that may fail', () => {
  it('are on disk once a change has resolved, and another tab reads them', async () => {
    const site = createSite();
    const one = site.open();
    const other = site.open();
    await one.update(put('a', 'first'));
    expect(site.stored()).toEqual([{ id: 'a', text: 'first' }]);
    expect(await other.read()).toBe(true);
    expect(other.rows()).toEqual([{ id: 'a', text: 'first' }]);
    expect(one.hasUnstored()).toBe(false);
  });

  it('stay the same objects while they say the same, and a change that changes nothing writes nothing', async () => {
    const site = createSite();
    let changes = 0;
    let writes = 0;
    const cell = site.open({
      onChange: () => (changes += 1),
      pack(rows) {
        writes += 1;
        return [...rows];
      },
    });
    await cell.update(put('a', 'first'));
    const [before] = cell.rows();
    await cell.update((rows) => rows);
    await cell.read();
    expect(cell.rows()[0]).toBe(before);
    expect(changes).toBe(1);
    expect(writes).toBe(1);
  });

  it('are kept in the page if the disk fails, and stored as soon as that works', async () => {
    const site = createSite();
    let stored = 0;
    const cell = site.open({ onStored: () => (stored += 1) });
    const mend = site.disk.fail({ failure: 'closed' });
    await cell.update(put('a', 'first'));
    await cell.update(put('b', 'second'));
    expect(cell.rows().map(({ text }) => text)).toEqual(['first', 'second']);
    expect(cell.hasUnstored()).toBe(true);
    expect(cell.stampOnDisk('a')).toBeNull();
    mend();
    await site.clock.advance(31_000);
    expect(site.stored()).toEqual(cell.rows());
    expect(cell.hasUnstored()).toBe(false);
    expect(stored).toBe(1);
  });

  it('never reach the disk if they were taken out before', async () => {
    const site = createSite();
    const cell = site.open();
    const mend = site.disk.fail({ failure: 'closed' });
    await cell.update(put('a', 'first'));
    await cell.update(take('a'));
    mend();
    await site.clock.advance(31_000);
    expect(cell.rows()).toEqual([]);
    expect(site.stored()).toBeUndefined();
  });

  it('are what another tab has stored since, not what this page could not store', async () => {
    const site = createSite();
    const one = site.open();
    const other = site.open();
    await one.update(put('a', 'first'));
    await one.update(put('b', 'first'));
    await other.read();
    const mend = site.disk.fail({ failure: 'closed' });
    await one.update(put('a', 'mine'));
    await one.update(put('b', 'mine'));
    expect(one.rows().map(({ text }) => text)).toEqual(['mine', 'mine']);
    mend();
    await other.update(put('a', 'theirs'));
    await other.update(take('b'));
    await site.clock.advance(31_000);
    expect(one.rows()).toEqual([{ id: 'a', text: 'theirs' }]);
    expect(site.stored()).toEqual([{ id: 'a', text: 'theirs' }]);
  });

  it('find room on a full disk once something else has been dropped', async () => {
    const site = createSite();
    const cell = site.open({ evict: () => site.disk.tab().delMany(['transcript']) });
    await site.disk.tab().set('transcript', 'x'.repeat(1_000));
    site.disk.quotaBytes = 1_020;
    await cell.update(put('a', 'first'));
    expect(cell.hasUnstored()).toBe(false);
    expect(site.stored()).toEqual([{ id: 'a', text: 'first' }]);
  });

  it('change on disk or not at all, for a caller who wants that', async () => {
    const site = createSite();
    const cell = site.open();
    site.disk.fail({ failure: 'closed', times: 1 });
    expect(await cell.attempt(put('a', 'first'))).toBe('closed');
    expect(cell.rows()).toEqual([]);
    expect(await cell.attempt(put('a', 'first'))).toBeNull();
    expect(cell.rows()).toHaveLength(1);
  });

  it('change in the order of the calls, also if the first takes longer', async () => {
    const site = createSite();
    const cell = site.open();
    site.disk.latencyMs = 100;
    const first = cell.update(put('a', 'first'));
    site.disk.latencyMs = 0;
    const second = cell.update(put('b', 'second'));
    await Promise.all([first, second, site.clock.advance(500)]);
    expect(cell.rows().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('may change again while they are being stored, and the last change counts', async () => {
    const site = createSite();
    const storage = site.disk.tab();
    const cell = site.open({
      storage: {
        ...storage,
        // The transaction is over a while before its caller hears of that.
        async update(key, change) {
          const value = await storage.update(key, change);
          await new Promise<void>((resolve) => site.clock.setTimeout(resolve, 100));
          return value;
        },
      },
    });
    cell.keep(put('a', 'first'));
    const stored = cell.flush();
    await site.clock.advance(50);
    cell.keep(put('a', 'second'));
    cell.keep(put('b', 'second'));
    await Promise.all([stored, site.clock.advance(60)]);
    expect(site.stored()).toEqual([{ id: 'a', text: 'first' }]);
    expect(cell.rows().map(({ text }) => text)).toEqual(['second', 'second']);
    await Promise.all([cell.flush(), site.clock.advance(500)]);
    expect(site.stored()).toEqual(cell.rows());
    expect(cell.rows().map(({ text }) => text)).toEqual(['second', 'second']);
    expect(cell.hasUnstored()).toBe(false);
  });

  it('are not stored later by a page that is done', async () => {
    const site = createSite();
    let isOver = false;
    const cell = site.open({ isOver: () => isOver });
    const mend = site.disk.fail({ failure: 'closed' });
    await cell.update(put('a', 'first'));
    isOver = true;
    mend();
    await site.clock.advance(60_000);
    expect(site.stored()).toBeUndefined();
  });
});

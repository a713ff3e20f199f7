import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../test/doubles/virtual-clock.ts';
import { type Api, ApiError } from '../edge/api.ts';
import { createFinder } from '../model/finder.ts';
import { readPages } from '../model/read-pages.ts';

interface Row {
  name: string;
}

/** A gateway with so many rows, in pages of ten. */
function createList(count: number) {
  const asked: string[] = [];
  const rows = Array.from({ length: count }, (_, index) => ({ name: `Row ${index}` }));
  const list = {
    isAway: false,
    asked,
    api: {
      async call(_method: string, path: string) {
        asked.push(path);
        if (list.isAway) throw new ApiError(0, 'away');
        const query = new URL(path, 'https://gateway.example').searchParams;
        const found = rows.filter(({ name }) => name.includes(query.get('q') ?? ''));
        const from = Number(query.get('page') ?? 0);
        const next = from + 10 < found.length ? String(from + 10) : null;
        return { data: found.slice(from, from + 10), next_page: next, of: 'all' };
      },
      open: () => Promise.reject(new ApiError(0, 'no stream')),
    } as Api,
  };
  return list;
}

describe('a list of the gateway', () => {
  it('is read page by page, with what the first reply says besides', async () => {
    const { api, asked } = createList(35);
    const reply = await readPages<Row, { data: Row[]; next_page: string | null; of: string }>(
      api,
      '/admin/rows?project_id=p',
    );
    expect([reply.data.length, new Set(reply.data).size, reply.of]).toEqual([35, 35, 'all']);
    expect(asked).toHaveLength(4);
    expect(asked[1]).toBe('/admin/rows?project_id=p&page=10');
  });

  it('ends at ten pages, and says that there is more', async () => {
    const { api, asked } = createList(1000);
    const reply = await readPages<Row>(api, '/admin/rows');
    expect([reply.data.length, reply.next_page, asked.length]).toEqual([100, '100', 10]);
  });
});

describe('a search in a list', () => {
  function start(count: number) {
    const list = createList(count);
    const clock = createVirtualClock();
    const after = (ms: number, work: () => void) => {
      const timer = clock.setTimeout(work, ms);
      return () => clock.clearTimeout(timer);
    };
    const finder = createFinder<Row>({ api: list.api, after }, () => '/admin/rows');
    return { ...list, list, clock, finder };
  }

  it('finds a row that is in none of the pages that were read, once nobody types any more', async () => {
    const { clock, finder, asked } = start(3000);
    for (const words of ['2', '29', 'Row 2999']) finder.find(words);
    await clock.advance(1000);
    expect(finder.found.value).toEqual([{ name: 'Row 2999' }]);
    expect(asked).toEqual(['/admin/rows?q=Row+2999']);
  });

  it('shows the whole list again once its words are gone, whatever comes late', async () => {
    const { clock, finder } = start(30);
    finder.find('Row 7');
    await clock.advance(1000);
    finder.find('');
    expect(finder.found.value).toBeNull();
    await clock.advance(1000);
    expect(finder.found.value).toBeNull();
  });

  it('keeps what is shown while the gateway is away', async () => {
    const { clock, finder, list } = start(30);
    finder.find('Row 7');
    await clock.advance(1000);
    list.isAway = true;
    finder.refresh();
    await clock.settle();
    expect(finder.found.value).toEqual([{ name: 'Row 7' }]);
  });
});

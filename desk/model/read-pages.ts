// A whole list of the gateway's, page by page, up to a bound.

import type { Api } from '../edge/api.ts';

/** Beyond so many pages nobody reads a list: its search is for that. */
const MAX_PAGES = 10;

interface Page<Row> {
  data: Row[];
  next_page: string | null;
}

/** @returns the first page's reply, with the rows of those that follow. @throws ApiError */
export async function readPages<Row, Reply extends Page<Row> = Page<Row>>(
  api: Api,
  path: string,
): Promise<Reply> {
  const first = await api.call<Reply>('GET', path);
  const data = [...first.data];
  let next = first.next_page;
  for (let pages = 1; next !== null && pages < MAX_PAGES; pages += 1) {
    const query = `${path.includes('?') ? '&' : '?'}page=${encodeURIComponent(next)}`;
    const reply = await api.call<Page<Row>>('GET', path + query);
    data.push(...reply.data);
    next = reply.next_page;
  }
  return { ...first, data, next_page: next };
}

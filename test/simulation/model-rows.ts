// The model gateway's log: rows in the order in which their requests came, which may become visible late; and the list
// endpoint, page by page.

import type { Clock } from '../../src/platform/types.ts';
import type { Json, JsonObject } from '../../src/protocol/index.ts';
import type { ModelEvent, ModelOptions, Row } from './model-types.ts';

export type Listed = { data: ModelEvent[]; next_page: string | null } | { refusal: string };

export interface ModelRows {
  readonly rows: Row[];
  /** @param order when the request came. */
  insert(type: string, content: Json, extra: JsonObject, order: number, lateMs: number): Row;
  /** Adds a row that the agent writes now. */
  add(type: string, content: Json, extra?: JsonObject): Row;
  /** The number of rows ever written. */
  count(): number;
  list(query: URLSearchParams): Listed;
  /** Calls the listener with each event when it becomes visible, as the stream delivers it. */
  subscribe(listener: (event: ModelEvent) => void): () => void;
  stamp(): string;
}

const EPOCH = 1_700_000_000_000;
const PARAMETERS = ['limit', 'order', 'page', 'after_id', 'include_thinking'];

export function createModelRows(
  options: Pick<ModelOptions, 'lateness' | 'maxPage' | 'idPrefix'> & { clock: Clock },
  violated: (rule: string) => void,
): ModelRows {
  const { clock, maxPage = 100, lateness = () => 0, idPrefix = 'ev_' } = options;
  const rows: Row[] = [];
  const listeners = new Set<(event: ModelEvent) => void>();
  let counter = 0;

  const stampOf = (ms: number): string => new Date(Math.round(ms) + EPOCH).toISOString();

  function insert(
    type: string,
    content: Json,
    extra: JsonObject,
    order: number,
    lateMs: number,
  ): Row {
    counter += 1;
    const event: ModelEvent = {
      id: `${idPrefix}${String(counter).padStart(6, '0')}`,
      type,
      content,
      processed_at: type.startsWith('user.') || type.startsWith('system.') ? null : model.stamp(),
      created_at: stampOf(order),
      ...extra,
    };
    const row: Row = { event, order: order + counter / 1e6, isVisible: false };
    let at = rows.length;
    while (at > 0 && (rows[at - 1]?.order ?? 0) > row.order) at--;
    rows.splice(at, 0, row);
    const show = (): void => {
      row.isVisible = true;
      for (const listener of [...listeners]) listener(event);
    };
    if (lateMs > 0) clock.setTimeout(show, lateMs);
    else show();
    return row;
  }

  function list(query: URLSearchParams): Listed {
    const refuse = (rule: string): Listed => {
      violated(rule);
      return { refusal: rule };
    };
    const limit = query.get('limit') ?? '20';
    const order = query.get('order') ?? 'asc';
    const thinking = query.get('include_thinking') ?? 'false';
    const page = query.get('page');
    const afterId = query.get('after_id');
    if (page !== null && afterId !== null) return refuse('page together with after_id');
    if (!/^[1-9]\d*$/.test(limit)) return refuse(`limit ${limit}`);
    if (Number(limit) > 100) violated(`limit ${limit}`);
    if (order !== 'asc' && order !== 'desc') return refuse(`order ${order}`);
    for (const name of query.keys()) {
      if (!PARAMETERS.includes(name)) violated(`unknown parameter ${name}`);
    }
    const [cursorOrder, cursorId] = page === null ? [order, afterId] : readCursor(page);
    if (cursorOrder !== order) return refuse('a page that no reply gave');
    const visible = rows.filter((row) => row.isVisible);
    const sorted = order === 'desc' ? visible.toReversed() : visible;
    let start = 0;
    if (cursorId !== null) {
      const anchor = rows.find((row) => row.event.id === cursorId);
      if (anchor === undefined) {
        // The client may hold an anchor from before a reset of the gateway, so an unknown one is no violation.
        return page === null
          ? { refusal: 'unknown after_id' }
          : refuse('a page that no reply gave');
      }
      start = sorted.findIndex((row) =>
        order === 'desc' ? row.order < anchor.order : row.order > anchor.order,
      );
      if (start < 0) start = sorted.length;
    }
    const size = Math.min(Number(limit), 100, maxPage);
    const found = sorted.slice(start, start + size);
    const last = found.at(-1);
    const hasMore = last !== undefined && start + size < sorted.length;
    return {
      data: found.map((row) => toEvent(row, thinking === 'true')),
      next_page: hasMore ? toCursor(order, last.event.id) : null,
    };
  }

  const model: ModelRows = {
    rows,
    insert,
    add: (type, content, extra = {}) =>
      insert(type, content, extra, clock.monotonic(), lateness(type)),
    count: () => counter,
    list,
    subscribe(listener) {
      const entry = (event: ModelEvent): void => listener(event);
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    stamp: () => stampOf(clock.monotonic()),
  };
  return model;
}

function toEvent({ event, thought }: Row, withThoughts: boolean): ModelEvent {
  if (thought === undefined || !withThoughts) return event;
  return { ...event, content: [thought, ...(event.content as Json[])] };
}

/** A cursor that clients can't read, and that is no event's id. */
const toCursor = (order: string, id: string): string =>
  `${order}~${id.split('').toReversed().join('')}`;

function readCursor(cursor: string): [string, string] {
  const [order = '', id = ''] = cursor.split('~');
  return [order, id.split('').toReversed().join('')];
}

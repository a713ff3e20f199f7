// The list of conversations: what is asked for, what has come, and what is read again when something happens.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  Conversation,
  ConversationState,
  ConversationStatus,
  Conversations,
  Filters,
  ViewFilter,
} from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';

export interface InboxFilter {
  /** Empty: what is neither closed nor snoozed. */
  status: ConversationStatus | 'all' | '';
  /** A person's id, `me` or `none`; empty: anybody's. */
  assignedTo: string;
  tagId: string;
  state: ConversationState | '';
  isUnread: boolean;
  /** With an answer that didn't help its visitor. */
  isBad: boolean;
  clientId: string;
  agent: string;
  search: string;
}

export const EVERYTHING: InboxFilter = {
  status: '',
  assignedTo: '',
  tagId: '',
  state: '',
  isUnread: false,
  isBad: false,
  clientId: '',
  agent: '',
  search: '',
};

export interface Inbox {
  readonly filter: ReadonlySignal<InboxFilter>;
  /** Null: nothing has come yet. */
  readonly items: ReadonlySignal<readonly Conversation[] | null>;
  readonly counts: ReadonlySignal<Conversations['counts']>;
  readonly filters: ReadonlySignal<Filters>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<ApiError | null>;
  /** The conversations that a press on the list's bar changes; null: none are being chosen. */
  readonly selected: ReadonlySignal<ReadonlySet<string> | null>;
  select(selected: ReadonlySet<string> | null): void;
  setFilter(change: Partial<InboxFilter>): void;
  /** Reads again what is shown. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** The sites and agents to filter by; of more sites than a list has, those with these words in their names. */
  loadFilters(words?: string): Promise<void>;
  /** Shown as read at once. */
  noteRead(sessionId: string): void;
  /** Somebody else may look next. */
  forget(): void;
}

const NO_COUNTS: Conversations['counts'] = {
  unread: 0,
  waiting: 0,
  waiting_us: 0,
  waiting_visitor: 0,
  open: 0,
  snoozed: 0,
  mine: 0,
};
const PAGE = 30;
const MOST = 100;
/** Somebody is still typing. */
const TYPING_MS = 250;

export interface InboxParts {
  api: Api;
  after: (ms: number, work: () => void) => () => void;
}

export function createInbox({ api, after }: InboxParts): Inbox {
  const filter = signal(EVERYTHING);
  const items: Signal<readonly Conversation[] | null> = signal(null);
  const counts = signal(NO_COUNTS);
  const selected = signal<ReadonlySet<string> | null>(null);
  const filters = signal<Filters>({ sites: [], agents: [] });
  const nextPage = signal<string | null>(null);
  const hasMore = signal(false);
  const isLoading = signal(false);
  const error = signal<ApiError | null>(null);
  /** Counts the questions: an answer to an older one is dropped. */
  let asked = 0;
  let looked = 0;
  let cancelTyping = () => {};

  const inbox: Inbox = {
    filter,
    items,
    counts,
    filters,
    hasMore,
    isLoading,
    error,
    selected,
    select(chosen) {
      selected.value = chosen;
    },
    setFilter(change) {
      // What isn't seen any more isn't changed.
      if (selected.peek() !== null) selected.value = new Set();
      filter.value = { ...filter.peek(), ...change };
      cancelTyping();
      cancelTyping = after('search' in change ? TYPING_MS : 0, () => inbox.refresh());
    },
    async refresh() {
      const shown = items.peek()?.length ?? 0;
      await load(null, Math.min(MOST, Math.max(PAGE, shown)));
    },
    async loadFilters(words = '') {
      looked += 1;
      const mine = looked;
      const query = words.trim() === '' ? '' : `?${new URLSearchParams({ q: words.trim() })}`;
      const found = await api.call<Filters>('GET', `/admin/desk/filters${query}`).catch(() => null);
      if (found !== null && mine === looked) filters.value = found;
    },
    async loadMore() {
      if (nextPage.peek() !== null && !isLoading.peek()) await load(nextPage.peek(), PAGE);
    },
    noteRead(sessionId) {
      const before = items.peek() ?? [];
      const wasUnread = before.some((item) => item.session_id === sessionId && item.is_unread);
      if (!wasUnread) return;
      items.value = before.map((item) =>
        item.session_id === sessionId ? { ...item, is_unread: false } : item,
      );
      counts.value = { ...counts.peek(), unread: Math.max(0, counts.peek().unread - 1) };
    },
    forget() {
      // Answers that are still to come are theirs, too.
      asked += 1;
      looked += 1;
      cancelTyping();
      filter.value = EVERYTHING;
      items.value = null;
      counts.value = NO_COUNTS;
      filters.value = { sites: [], agents: [] };
      nextPage.value = null;
      hasMore.value = false;
      isLoading.value = false;
      error.value = null;
      selected.value = null;
    },
  };
  return inbox;

  async function load(page: string | null, limit: number): Promise<void> {
    asked += 1;
    const mine = asked;
    isLoading.value = true;
    try {
      const path = `/admin/conversations?${queryOf(filter.peek(), page, limit)}`;
      const found = await api.call<Conversations>('GET', path);
      if (mine !== asked) return;
      const before = page === null ? [] : (items.peek() ?? []);
      const known = new Set(before.map(({ session_id }) => session_id));
      items.value = [...before, ...found.data.filter(({ session_id }) => !known.has(session_id))];
      counts.value = found.counts;
      nextPage.value = found.next_page;
      hasMore.value = found.next_page !== null;
      error.value = null;
    } catch (failure) {
      if (mine === asked) error.value = failure as ApiError;
    } finally {
      if (mine === asked) isLoading.value = false;
    }
  }
}

function queryOf(filter: InboxFilter, page: string | null, limit: number): URLSearchParams {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(viewOf(filter))) query.set(name, String(value));
  if (page !== null) query.set('page', page);
  return query;
}

/** The filter by the names of the list's parameters, as views are saved. */
export function viewOf(filter: InboxFilter): ViewFilter {
  const q = filter.search.trim();
  return {
    ...(filter.status === '' ? {} : { status: filter.status }),
    ...(filter.assignedTo === '' ? {} : { assigned_to: filter.assignedTo }),
    ...(filter.tagId === '' ? {} : { tag: filter.tagId }),
    ...(filter.state === '' ? {} : { state: filter.state }),
    ...(filter.isUnread ? { unread: true } : {}),
    ...(filter.isBad ? { feedback: 'down' as const } : {}),
    ...(filter.clientId === '' ? {} : { client_id: filter.clientId }),
    ...(filter.agent === '' ? {} : { agent: filter.agent }),
    ...(q === '' ? {} : { q }),
  };
}

/** A saved view as a filter; what this version doesn't know filters nothing. */
export function filterOf(view: ViewFilter): InboxFilter {
  return {
    status: view.status ?? '',
    assignedTo: view.assigned_to ?? '',
    tagId: view.tag ?? '',
    state: (view.state ?? '') as InboxFilter['state'],
    isUnread: view.unread === true,
    isBad: view.feedback === 'down',
    clientId: view.client_id ?? '',
    agent: view.agent ?? '',
    search: view.q ?? '',
  };
}

export const isSameFilter = (one: InboxFilter, other: InboxFilter): boolean =>
  JSON.stringify(viewOf(one)) === JSON.stringify(viewOf(other));

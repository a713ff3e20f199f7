// What the team does about conversations: their tags, who there is to do it, saved views, and each change.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Colleague, DeskView, SavedReply, Tag, ViewFilter } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

/** As `PATCH /admin/conversations/{id}` takes it. */
export interface Change {
  status?: 'open' | 'closed';
  /** Null: not put off any more. */
  snoozed_until?: string | null;
  assigned_to?: string | null;
  add_tags?: readonly string[];
  remove_tags?: readonly string[];
}

export interface Work {
  readonly tags: ReadonlySignal<readonly Tag[]>;
  readonly colleagues: ReadonlySignal<readonly Colleague[]>;
  readonly replies: ReadonlySignal<readonly SavedReply[]>;
  readonly views: ReadonlySignal<readonly DeskView[]>;
  /** Reads all of these again. Never throws: what can't be read stays as it was. */
  load(): Promise<void>;
  /** Reads again who is here. */
  loadColleagues(): Promise<void>;
  /** Reads again how many conversations each view has. */
  countViews(): Promise<void>;
  /** @throws ApiError */
  change(sessionIds: readonly string[], change: Change): Promise<void>;
  /** @throws ApiError */
  addTag(name: string, color: string): Promise<Tag>;
  /** @throws ApiError */
  saveView(view: { name: string; is_shared: boolean; filter: ViewFilter }): Promise<void>;
  /** @throws ApiError */
  removeView(viewId: string): Promise<void>;
  /** @throws ApiError */
  addReply(reply: Omit<SavedReply, 'reply_id'>): Promise<void>;
  /** @throws ApiError */
  removeReply(replyId: string): Promise<void>;
  /** @throws ApiError */
  setAway(isAway: boolean): Promise<void>;
}

/** @param onChanged told after each change of conversations */
export function createWork(api: Api, onChanged: () => Promise<unknown>): Work {
  const tags: Signal<readonly Tag[]> = signal([]);
  const colleagues: Signal<readonly Colleague[]> = signal([]);
  const replies: Signal<readonly SavedReply[]> = signal([]);
  const views: Signal<readonly DeskView[]> = signal([]);
  const read = async <Row>(into: Signal<readonly Row[]>, path: string): Promise<void> => {
    const found = await api.call<{ data: Row[] }>('GET', path).catch(() => null);
    // A gateway of an older version may have another answer.
    if (Array.isArray(found?.data)) into.value = found.data;
  };
  const work: Work = {
    tags,
    colleagues,
    replies,
    views,
    async load() {
      await Promise.all([
        read(tags, '/admin/desk/tags'),
        work.loadColleagues(),
        read(replies, '/admin/desk/replies'),
        work.countViews(),
      ]);
    },
    loadColleagues: () => read(colleagues, '/admin/desk/colleagues'),
    countViews: () => read(views, '/admin/desk/views'),
    async change(sessionIds, change) {
      const [only] = sessionIds;
      if (only === undefined) return;
      if (sessionIds.length === 1) await api.call('PATCH', `/admin/conversations/${only}`, change);
      else {
        const body = { session_ids: sessionIds, ...change };
        await api.call('POST', '/admin/conversations/changes', body);
      }
      await onChanged();
    },
    async addTag(name, color) {
      const tag = await api.call<Tag>('POST', '/admin/desk/tags', { name, color });
      await read(tags, '/admin/desk/tags');
      return tag;
    },
    async saveView(view) {
      await api.call('POST', '/admin/desk/views', view);
      await work.countViews();
    },
    async removeView(viewId) {
      await api.call('DELETE', `/admin/desk/views/${viewId}`);
      await work.countViews();
    },
    async addReply(reply) {
      await api.call('POST', '/admin/desk/replies', reply);
      await read(replies, '/admin/desk/replies');
    },
    async removeReply(replyId) {
      await api.call('DELETE', `/admin/desk/replies/${replyId}`);
      await read(replies, '/admin/desk/replies');
    },
    async setAway(isAway) {
      await api.call('PUT', '/admin/desk/presence', { is_away: isAway });
      await work.loadColleagues();
    },
  };
  return work;
}

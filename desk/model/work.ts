// What the team does about conversations: their tags, who there is to do it, saved views, and each change.

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
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
  /** Those of them whom a conversation can be given to. */
  readonly assignees: ReadonlySignal<readonly Colleague[]>;
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
  /** @param tagId null: a new one. @throws ApiError */
  saveTag(tagId: string | null, tag: { name: string; color: string }): Promise<Tag>;
  /** Conversations lose it. @throws ApiError */
  removeTag(tagId: string): Promise<void>;
  /** @param viewId null: a new one. @throws ApiError */
  saveView(
    viewId: string | null,
    view: { name: string; is_shared: boolean; filter: ViewFilter },
  ): Promise<void>;
  /** @throws ApiError */
  removeView(viewId: string): Promise<void>;
  /** @param replyId null: a new one. @throws ApiError */
  saveReply(replyId: string | null, reply: Omit<SavedReply, 'reply_id'>): Promise<void>;
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
  const save = <Reply>(path: string, id: string | null, body: object): Promise<Reply> =>
    id === null ? api.call('POST', path, body) : api.call('PATCH', `${path}/${id}`, body);
  const work: Work = {
    tags,
    colleagues,
    assignees: computed(() => colleagues.value.filter(({ may_answer }) => may_answer)),
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
    async saveTag(tagId, fields) {
      const tag = await save<Tag>('/admin/desk/tags', tagId, fields);
      await read(tags, '/admin/desk/tags');
      // It stands on rows.
      if (tagId !== null) await onChanged();
      return tag;
    },
    async removeTag(tagId) {
      await api.call('DELETE', `/admin/desk/tags/${tagId}`);
      await Promise.all([read(tags, '/admin/desk/tags'), onChanged()]);
    },
    async saveView(viewId, view) {
      await save('/admin/desk/views', viewId, view);
      await work.countViews();
    },
    async removeView(viewId) {
      await api.call('DELETE', `/admin/desk/views/${viewId}`);
      await work.countViews();
    },
    async saveReply(replyId, reply) {
      await save('/admin/desk/replies', replyId, reply);
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

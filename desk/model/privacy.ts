// A person's data: found, exported, deleted; and how long each project keeps a quiet conversation.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Conversation, Conversations, Project } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';
import { readPages } from './read-pages.ts';

export type Subject = { kind: 'owner'; id: string } | { kind: 'session'; id: string };

export interface Privacy {
  /** Null: nobody was looked for. */
  readonly subject: ReadonlySignal<Subject | null>;
  readonly found: ReadonlySignal<readonly Conversation[]>;
  readonly projects: ReadonlySignal<readonly Project[] | null>;
  /** @throws ApiError */
  load(): Promise<void>;
  /** By a visitor's id, else by a session's. @throws ApiError */
  find(id: string): Promise<void>;
  /** All that is stored of who was found, as JSON. @throws ApiError */
  exportAll(): Promise<Blob>;
  /** @returns how many conversations are gone. @throws ApiError */
  deleteAll(): Promise<number>;
  /** @param days null: for good. @throws ApiError */
  keepFor(projectId: string, days: number | null): Promise<void>;
}

export function createPrivacy(api: Api): Privacy {
  const subject: Signal<Subject | null> = signal(null);
  const found: Signal<readonly Conversation[]> = signal([]);
  const projects: Signal<readonly Project[] | null> = signal(null);

  const privacy: Privacy = {
    subject,
    found,
    projects,
    async load() {
      projects.value = (await readPages<Project>(api, '/admin/projects')).data;
    },
    async find(id) {
      const query = new URLSearchParams({ owner_id: id, limit: '100' });
      const { data } = await api.call<Conversations>('GET', `/admin/conversations?${query}`);
      const [one] = data.length > 0 ? [] : await findOne(id);
      subject.value = one === undefined ? { kind: 'owner', id } : { kind: 'session', id };
      found.value = one === undefined ? data : [one];
    },
    async exportAll() {
      const who = subject.peek();
      const path =
        who?.kind === 'session'
          ? `/admin/sessions/${encodeURIComponent(who.id)}/export`
          : `/admin/exports?${new URLSearchParams({ owner_id: who?.id ?? '' })}`;
      return (await api.open(path, new AbortController().signal)).blob();
    },
    async deleteAll() {
      const who = subject.peek();
      if (who === null) return 0;
      let sessions = 0;
      if (who.kind === 'session') {
        const path = `/admin/sessions/${encodeURIComponent(who.id)}`;
        sessions = (await api.call<{ sessions: number }>('DELETE', path)).sessions;
      } else {
        // A call deletes a hundred conversations at most.
        for (let isDone = false; !isDone; ) {
          const body = { owner_id: who.id };
          const gone = await api.call<Erased>('POST', '/admin/erasures', body);
          sessions += gone.sessions;
          isDone = gone.is_done;
        }
      }
      found.value = [];
      subject.value = null;
      return sessions;
    },
    async keepFor(projectId, days) {
      const path = `/admin/projects/${encodeURIComponent(projectId)}`;
      await api.call('PATCH', path, { retention_days: days });
      await privacy.load();
    },
  };
  return privacy;

  async function findOne(id: string): Promise<Conversation[]> {
    const query = new URLSearchParams({ q: id, limit: '100' });
    const { data } = await api.call<Conversations>('GET', `/admin/conversations?${query}`);
    return data.filter(({ session_id }) => session_id === id);
  }
}

interface Erased {
  sessions: number;
  is_done: boolean;
}

// Who may sit at the desk, and where people are signed in.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { DeskRole, DeskSession, Person } from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import { createFinder, type Finder, type FinderParts } from './finder.ts';
import { readPages } from './read-pages.ts';

export interface NewPerson {
  login: string;
  name: string;
  role: DeskRole;
  password: string;
  picture: string | null;
}

export interface Team {
  readonly people: ReadonlySignal<readonly Person[] | null>;
  readonly finder: Finder<Person>;
  readonly sessions: ReadonlySignal<readonly DeskSession[] | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(isOwner: boolean): Promise<void>;
  /** @throws ApiError */
  add(person: NewPerson): Promise<void>;
  /** @throws ApiError */
  change(personId: string, change: Partial<Person> & { password?: string }): Promise<void>;
  /** @throws ApiError */
  endSession(deskSessionId: string): Promise<void>;
}

export function createTeam(parts: FinderParts): Team {
  const { api } = parts;
  const finder = createFinder<Person>(parts, () => '/admin/desk/people');
  const people: Signal<readonly Person[] | null> = signal(null);
  const sessions: Signal<readonly DeskSession[] | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  let isOwnersView = false;

  const team: Team = {
    people,
    finder,
    sessions,
    error,
    async load(isOwner) {
      isOwnersView = isOwner;
      try {
        const [found, open] = await Promise.all([
          isOwner ? readPages<Person>(api, '/admin/desk/people') : { data: [] },
          api.call<{ data: DeskSession[] }>('GET', '/admin/desk/sessions'),
        ]);
        people.value = found.data;
        finder.refresh();
        sessions.value = open.data;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async add(person) {
      await api.call('POST', '/admin/desk/people', person);
      await team.load(isOwnersView);
    },
    async change(personId, change) {
      await api.call('PATCH', `/admin/desk/people/${personId}`, change);
      await team.load(isOwnersView);
    },
    async endSession(id) {
      await api.call('DELETE', `/admin/desk/sessions/${id}`);
      await team.load(isOwnersView);
    },
  };
  return team;
}

// Who may sit at the desk, and where people are signed in.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  DeskRole,
  DeskSession,
  Filters,
  Invitation,
  MadeLink,
  Person,
} from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import { createFinder, type Finder, type FinderParts } from './finder.ts';
import { readPages } from './read-pages.ts';

/** Whom a link lets in: a role, of these sites (null: all), and a note for the owner. */
export interface NewInvitation {
  role: DeskRole;
  sites: readonly string[] | null;
  email?: string;
}

/** A link that was just made: it is shown once. */
export interface ShownLink extends MadeLink {
  /** Whose; null: of somebody new. */
  name: string | null;
}

export interface Team {
  readonly people: ReadonlySignal<readonly Person[] | null>;
  readonly finder: Finder<Person>;
  readonly sessions: ReadonlySignal<readonly DeskSession[] | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  readonly invitations: ReadonlySignal<readonly Invitation[]>;
  readonly sites: ReadonlySignal<Filters['sites']>;
  readonly shown: ReadonlySignal<ShownLink | null>;
  load(role: DeskRole): Promise<void>;
  /** @throws ApiError */
  invite(invitation: NewInvitation): Promise<void>;
  /** A link by which somebody chooses a new password. @throws ApiError */
  linkForPassword(person: Person): Promise<void>;
  /** @throws ApiError */
  withdraw(invitationId: string): Promise<void>;
  /** @throws ApiError */
  endFactor(personId: string): Promise<void>;
  forgetLink(): void;
  /** @throws ApiError */
  change(personId: string, change: Partial<Person>): Promise<void>;
  /** @throws ApiError */
  endSession(deskSessionId: string): Promise<void>;
}

export function createTeam(parts: FinderParts): Team {
  const { api } = parts;
  const finder = createFinder<Person>(parts, () => '/admin/desk/people');
  const people: Signal<readonly Person[] | null> = signal(null);
  const sessions: Signal<readonly DeskSession[] | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  const invitations: Signal<readonly Invitation[]> = signal([]);
  const sites: Signal<Filters['sites']> = signal([]);
  const shown: Signal<ShownLink | null> = signal(null);
  let known: DeskRole = 'viewer';

  const team: Team = {
    people,
    finder,
    sessions,
    error,
    invitations,
    sites,
    shown,
    async load(role) {
      known = role;
      const isOwner = role === 'owner';
      try {
        const [found, open, links, filters] = await Promise.all([
          isOwner || role === 'lead' ? readPages<Person>(api, '/admin/desk/people') : { data: [] },
          api.call<{ data: DeskSession[] }>('GET', '/admin/desk/sessions'),
          isOwner ? readPages<Invitation>(api, '/admin/desk/invitations') : { data: [] },
          api.call<Filters>('GET', '/admin/desk/filters'),
        ]);
        people.value = found.data;
        invitations.value = links.data;
        sites.value = filters.sites;
        finder.refresh();
        sessions.value = open.data;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async invite(invitation) {
      const made = await api.call<MadeLink>('POST', '/admin/desk/invitations', invitation);
      shown.value = { ...made, name: invitation.email ?? null };
      await team.load(known);
    },
    async linkForPassword({ person_id: id, name }) {
      const made = await api.call<MadeLink>('POST', `/admin/desk/people/${id}/password-link`);
      shown.value = { ...made, name };
      await team.load(known);
    },
    async withdraw(id) {
      await api.call('DELETE', `/admin/desk/invitations/${id}`);
      if (shown.peek()?.invitation_id === id) shown.value = null;
      await team.load(known);
    },
    async endFactor(personId) {
      await api.call('DELETE', `/admin/desk/people/${personId}/second-factor`);
      await team.load(known);
    },
    forgetLink() {
      shown.value = null;
    },
    async change(personId, change) {
      await api.call('PATCH', `/admin/desk/people/${personId}`, change);
      await team.load(known);
    },
    async endSession(id) {
      await api.call('DELETE', `/admin/desk/sessions/${id}`);
      await team.load(known);
    },
  };
  return team;
}

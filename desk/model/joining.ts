// Somebody who comes by a link: looked at first, which changes nothing, and used up by what they send.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { OpenLink } from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';

export interface Arrival {
  login?: string;
  name?: string;
  password: string;
  settings?: { language: string };
}

export interface Joining {
  /** What the link is for; null until the gateway has said so. */
  readonly link: ReadonlySignal<OpenLink | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  open(token: string): Promise<void>;
  /** @returns whether they are signed in now. @throws ApiError */
  accept(arrival: Arrival): Promise<boolean>;
}

export function createJoining(api: Api): Joining {
  const link: Signal<OpenLink | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);
  let token = '';
  return {
    link,
    error,
    async open(given) {
      token = given;
      try {
        link.value = await api.call<OpenLink>('POST', '/admin/desk/invitations/look', { token });
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async accept(arrival) {
      const path = '/admin/desk/invitations/accept';
      const body = { token, ...arrival };
      const reply = await api.call<{ is_signed_in: boolean }>('POST', path, body);
      return reply.is_signed_in;
    },
  };
}

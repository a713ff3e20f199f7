// A site asks to be connected: the request is in the page's address, an owner approves, and the browser takes a code back to the
// site. What the site says of itself proves nothing; where the code goes is shown, and the gateway holds it to that.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Address } from '../edge/address.ts';
import type { Api } from '../edge/api.ts';

export interface ConnectRequest {
  /** As the site calls itself; may be empty. */
  name: string;
  /** The site's host, to which the code goes. */
  host: string;
  isEncrypted: boolean;
  redirectUri: string;
  challenge: string;
  state: string;
}

export interface Connecting {
  /** Null: the address names no site, or one to which nobody may be sent. */
  readonly request: ReadonlySignal<ConnectRequest | null>;
  /** The request as it stands in the address; '' where there is none. What leaves this page for a while brings it back. */
  readonly query: string;
  /** @param as the site that it becomes, by client_id, or the project of a new one. @throws ApiError */
  approve(as: { clientId: string } | { project: string }): Promise<void>;
  decline(): void;
}

const MAX_NAME = 200;

export function createConnecting(api: Api, address: Address): Connecting {
  const query = address.query();
  const request: Signal<ConnectRequest | null> = signal(readRequest(query));

  function goBack({ redirectUri, state }: ConnectRequest, said: Record<string, string>): void {
    const to = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...said, state }))
      to.searchParams.set(name, value);
    address.leave(to.href);
  }

  return {
    request,
    query: request.peek() === null ? '' : query,
    async approve(as) {
      const asked = request.peek();
      if (asked === null) return;
      const { code } = await api.call<{ code: string }>('POST', '/admin/connections', {
        redirect_uri: asked.redirectUri,
        code_challenge: asked.challenge,
        ...(asked.name === '' ? {} : { name: asked.name }),
        ...('clientId' in as ? { client_id: as.clientId } : { project_id: as.project }),
      });
      goBack(asked, { code });
    },
    decline() {
      const asked = request.peek();
      if (asked !== null) goBack(asked, { error: 'access_denied' });
    },
  };
}

/** The gateway checks the address again, and more strictly, before it gives a code. */
export function readRequest(query: string): ConnectRequest | null {
  const given = new URLSearchParams(query);
  const redirectUri = given.get('redirect_uri') ?? '';
  const challenge = given.get('code_challenge') ?? '';
  const state = given.get('state') ?? '';
  if (!/^https?:\/\/[^\s\\@#]+$/.test(redirectUri) || !URL.canParse(redirectUri)) return null;
  if (given.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) return null;
  if (!/^[\w-]{8,200}$/.test(state)) return null;
  const { host, protocol } = new URL(redirectUri);
  const name = (given.get('name') ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return {
    name: [...name].slice(0, MAX_NAME).join(''),
    host,
    isEncrypted: protocol === 'https:',
    redirectUri,
    challenge,
    state,
  };
}

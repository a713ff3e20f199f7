// An identity provider on this machine: oidc-provider, a certified implementation of OpenID Connect. Whoever comes is signed in at once,
// as the person that the test has named.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface SignedInAs {
  id: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: unknown;
}

export interface IdentityProvider {
  issuer: string;
  /** Who signs in from now on. */
  is(person: SignedInAs): void;
  close(): Promise<void>;
}

export const CLIENT = { id: 'desk', secret: 'the-secret-of-the-desk' };

/** @param publicUrl of the gateway. */
export async function startIdentityProvider(publicUrl: string): Promise<IdentityProvider> {
  const people = new Map<string, SignedInAs>();
  let current = '';
  let handle: ReturnType<Provider['callback']> | null = null;
  const server = createServer(async (request, response) => {
    if (provider !== null && request.url?.startsWith('/login/') === true) {
      await provider.interactionFinished(request, response, { login: { accountId: current } });
    } else await handle?.(request, response);
  });
  let provider: Provider | null = null;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/console/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/console`],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['of-this-test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => {
        const { id: sub, ...claims } = people.get(accountId) ?? { id: accountId };
        return { sub, ...claims };
      },
    }),
    // Nobody is asked whether the desk may know them.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      const grant = new oidc.provider.Grant({
        ...(client === undefined ? {} : { clientId: client.clientId }),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  handle = provider.callback();
  return {
    issuer,
    is(person) {
      people.set(person.id, person);
      current = person.id;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

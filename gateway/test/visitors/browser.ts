// A visitor's browser, as far as a site's public id knows it: an origin, and the secret that it keeps.

import type { Harness, Reply, Wire } from '../harness.ts';

export const SHOP = 'https://shop.example';

export interface PublicTicket {
  session_id: string;
  token: string;
  expires_at: string;
  owner?: string;
  guest?: string;
  settings?: Wire;
  warnings?: string[];
}

export interface TestSite {
  client_id: string;
  public_id: string;
  service_token: string;
}

/** A site whose pages are the shop's. */
export async function makeSite(
  harness: Harness,
  origins: readonly string[] | null = [SHOP],
): Promise<TestSite> {
  const { body } = await harness.admin('POST', '/admin/sites', { allowed_origins: origins });
  return {
    client_id: body.client_id,
    public_id: String(body.public_id),
    service_token: body.service_token,
  };
}

export interface Asked {
  /** The page's origin; null: no Origin header. */
  origin?: string | null;
  token?: string;
  headers?: Record<string, string>;
  host?: string;
}

/** A request as a page of this origin makes it. */
export async function ask(
  harness: Harness,
  method: string,
  path: string,
  body: unknown,
  { origin = SHOP, token, headers = {} }: Asked = {},
): Promise<Reply & { ticket: PublicTicket }> {
  const response = await harness.gateway.request(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(origin === null ? {} : { Origin: origin }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const read = JSON.parse(text === '' ? '{}' : text);
  return { status: response.status, headers: response.headers, body: read, ticket: read };
}

/** Asks a site's public id for a session. */
export function open(
  harness: Harness,
  site: Pick<TestSite, 'public_id'>,
  body: unknown = {},
  asked: Asked = {},
) {
  return ask(harness, 'POST', `/v1beta1/sites/${site.public_id}/session`, body, asked);
}

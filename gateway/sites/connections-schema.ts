// A site that connects itself: its owner approves at the desk, and its server exchanges the code that the browser brings for a
// registration. As OAuth's authorization code with PKCE (RFC 7636, S256) does it.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, text } from '../kernel/schema/kinds.ts';

const TAG = 'Operator: sites';
const REDIRECT =
  'must be the site’s whole address to come back to, http or https, without user, fragment, code or state';
const CHALLENGE = 'must be the SHA-256 of the verifier in base64url: 43 characters';
const VERIFIER = 'must be the verifier: 43 to 128 letters, digits and - . _ ~';

export const redirectUri = z
  .string({ error: REDIRECT })
  .max(2000, { error: REDIRECT })
  .refine(isRedirectUri, { error: REDIRECT });

function isRedirectUri(value: string): boolean {
  if (!/^https?:\/\/[^\s\\@#]+$/.test(value) || !URL.canParse(value)) return false;
  const { searchParams } = new URL(value);
  return ['code', 'state', 'error'].every((name) => !searchParams.has(name));
}

export const approveConnection = endpoint({
  method: 'post',
  path: '/admin/connections',
  tag: TAG,
  summary:
    'Approve that a site connects itself; the code goes to it with the browser, within five minutes',
  auth: 'the admin key',
  body: z.object({
    redirect_uri: redirectUri,
    code_challenge: z.string({ error: CHALLENGE }).regex(/^[\w-]{43}$/, { error: CHALLENGE }),
    name: absent(text),
    project_id: absent(id),
    client_id: absent(id),
  }),
  replies: { 201: z.object({ code: z.string(), expires_at: z.iso.datetime() }) },
});

export const exchangeConnection = endpoint({
  method: 'post',
  path: '/admin/connections/exchange',
  tag: TAG,
  summary: 'Exchange an approved code for the site’s registration, once',
  auth: 'the code with its verifier, in its body',
  isOpen: true,
  maxBodyBytes: 8 * 1024,
  body: z.object({
    code: z.string({ error: 'must be the code' }).min(1).max(200),
    code_verifier: z.string({ error: VERIFIER }).regex(/^[\w.~-]{43,128}$/, { error: VERIFIER }),
    redirect_uri: redirectUri,
  }),
  replies: {
    201: z.object({ site_id: z.string(), client_id: z.string(), service_token: z.string() }),
  },
});

// Who may reach the gateway: its key, the address by which browsers reach it, and the pages that may talk to it.

import type { Settings } from '../../cli.ts';
import { type Environment, given } from '../../kernel/cli-values.ts';
import { asSentence, type Finding, ok, problem, warning } from './finding.ts';

type Fetch = typeof fetch;

/** How long an address may take to answer. */
const PATIENCE_MS = 10_000;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/;
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|ERR_SSL|EPROTO/;
/** A project that nobody has: what the token of the test may see. */
const NOBODYS_PROJECT = 'bellhop-doctor';

export function checkKey({ adminKey }: Settings): Finding {
  return adminKey === undefined
    ? warning(
        'key',
        'BELLHOP_ADMIN_KEY is not set, so each start makes another one, and only this machine reaches the gateway.',
        'Set it to the output of: openssl rand -hex 24',
      )
    : ok('key', `It is set, and has ${adminKey.length} characters.`);
}

export function checkOrigins({ adminKey, allowedOrigins }: Settings): Finding {
  if (allowedOrigins === null) {
    return adminKey === undefined
      ? ok('origins', 'Pages of any site may talk to it, on this machine.')
      : warning(
          'origins',
          'Pages of any site may talk to it.',
          'Name yours in BELLHOP_ALLOWED_ORIGINS, like https://shop.example.',
        );
  }
  const plain = allowedOrigins.filter(
    (origin) => origin.startsWith('http:') && !LOOPBACK.test(new URL(origin).hostname),
  );
  return plain.length > 0
    ? warning('origins', `${plain.join(', ')} has no TLS.`, 'Serve that site by https.')
    : ok('origins', `Pages of ${allowedOrigins.join(', ')} may talk to it.`);
}

/** Reaches the public address, and looks whether the gateway behind it is the one on this machine. */
export async function checkAddress(
  settings: Settings,
  env: Environment,
  fetch: Fetch,
): Promise<Finding[]> {
  const check = 'public address';
  const address = given(env.BELLHOP_PUBLIC_URL);
  if (address === undefined) {
    return [
      settings.host === '127.0.0.1' && settings.adminKey === undefined
        ? ok(check, 'None: the gateway is for this machine alone.')
        : warning(
            check,
            'BELLHOP_PUBLIC_URL is not set, so TLS and the proxy were not tried.',
            'Set it to the gateway’s origin as browsers see it, like https://chat.shop.example.',
          ),
    ];
  }
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return [
      problem(check, `“${address}” is no address.`, 'Write it like https://chat.shop.example.'),
    ];
  }
  const url = new URL(address);
  const isLocal = LOOPBACK.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal) {
    return [
      problem(
        check,
        `${url.origin} has no TLS: everybody on the way could read conversations and tokens.`,
        'Put a proxy with TLS in front (deploy/Caddyfile brings its own certificate).',
      ),
    ];
  }
  const found = await findItself(url, settings, fetch);
  const proxies =
    isLocal || settings.trustedProxies.length > 0
      ? []
      : [
          warning(
            'proxy',
            'BELLHOP_TRUSTED_PROXIES is not set: behind a proxy all visitors count as one address, with one limit.',
            'Name the proxy’s address, for instance 127.0.0.1.',
          ),
        ];
  return [found, ...proxies];
}

async function findItself(url: URL, settings: Settings, fetch: Fetch): Promise<Finding> {
  const check = 'public address';
  const { port, host, adminKey } = settings;
  const ask = (path: string, base: string | URL, init: RequestInit = {}) =>
    fetch(new URL(path, base), {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  let outside: Response;
  try {
    outside = await ask('/', url);
  } catch (error) {
    return problem(check, whyNot(url, error), adviceFor(error));
  }
  const name = await outside.json().then(nameIn, () => null);
  if (name !== 'bellhop-gateway') {
    return problem(
      check,
      `${url.origin} answers with ${outside.status}, and it is no gateway.`,
      `Let the proxy pass all paths on to port ${port}.`,
    );
  }
  const local = `http://${isEverywhere(host) ? '127.0.0.1' : host}:${port}`;
  const pass = adminKey === undefined ? null : await passFrom(local, adminKey, ask);
  if (pass === null) {
    return warning(
      check,
      `${url.origin} reaches a gateway; whether it is this one could not be tried, since none answers at ${local} with this key.`,
      'Start the gateway, then run this again.',
    );
  }
  const headers = { Authorization: `Bearer ${pass}` };
  const reply = await ask('/v1/analytics', url, { headers }).catch(() => null);
  if (reply === null || reply.status >= 500) {
    return problem(check, `${url.origin} does not pass /v1 on to a gateway that answers.`);
  }
  return reply.status === 401
    ? problem(
        check,
        `${url.origin} reaches another gateway than the one at ${local}.`,
        'Correct BELLHOP_PUBLIC_URL, or where the proxy sends its requests.',
      )
    : ok(check, `${url.origin} reaches this gateway.`);
}

/** What only this gateway knows as its own: a token that shows nothing, since it is of a project that nobody has. */
async function passFrom(
  local: string,
  adminKey: string,
  ask: (path: string, base: string, init: RequestInit) => Promise<Response>,
): Promise<string | null> {
  try {
    const reply = await ask('/admin/account-tokens', local, {
      method: 'POST',
      headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ account: NOBODYS_PROJECT, project_id: NOBODYS_PROJECT }),
    });
    const made: unknown = reply.ok ? await reply.json() : null;
    return typeof made === 'object' && made !== null && 'token' in made ? String(made.token) : null;
  } catch {
    return null;
  }
}

const isEverywhere = (host: string | undefined) =>
  host === undefined || host === '0.0.0.0' || host === '::';

function nameIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'name' in body ? body.name : null;
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return '';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

function whyNot({ origin, hostname }: URL, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return `The name ${hostname} leads to no address.`;
  if (code === 'ECONNREFUSED') return `${origin} refused the connection: no proxy listens there.`;
  if (UNTRUSTED.test(code))
    return asSentence(`the TLS certificate of ${origin} is not trusted (${code}).`);
  return code === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT'
    ? `${origin} does not answer.`
    : `${origin} can’t be reached (${code}).`;
}

function adviceFor(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return 'Add a DNS record for it, or correct BELLHOP_PUBLIC_URL.';
  if (UNTRUSTED.test(code))
    return 'Get the proxy a certificate of a public authority for this name.';
  return 'Start the proxy, open its port in the firewall, or correct BELLHOP_PUBLIC_URL.';
}

// Which identity provider people of the desk may sign in at, and who of them may do what, as the environment says.

import { type Environment, given, UsageError, wholeNumber } from '../../kernel/cli-values.ts';

/** An identity provider at which people of the desk sign in, as the environment names it. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined: a client without one, by PKCE alone. */
  clientSecret: string | undefined;
  /** The origin of this gateway as browsers see it: `https://chat.shop.example`. */
  publicUrl: string;
  /** On the button. */
  name: string;
  scopes: string;
  groupsClaim: string;
  /** The rules by which a person becomes an owner or an agent of the desk; the first that fits counts. */
  owners: readonly Rule[];
  agents: readonly Rule[];
  /** How long such a desk session lasts at most: the provider is asked again after it. */
  sessionMs: number;
}

/** An address that the provider has verified, all verified addresses of a domain, or a group. */
export type Rule =
  | { kind: 'email'; email: string }
  | { kind: 'domain'; domain: string }
  | { kind: 'group'; group: string };

const HOUR_MS = 3_600_000;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const NEEDED = ['BELLHOP_OIDC_ISSUER', 'BELLHOP_OIDC_CLIENT_ID', 'BELLHOP_PUBLIC_URL'] as const;

/** Null: none. @throws UsageError where something is missing, or nobody could sign in. */
export function readOidcSettings(env: Environment): OidcSettings | null {
  if (NEEDED.slice(0, 2).every((name) => given(env[name]) === undefined)) return null;
  const [issuer, clientId, publicUrl] = NEEDED.map((name) => {
    const value = given(env[name]);
    if (value !== undefined) return value;
    throw new UsageError(`Set ${NEEDED.join(', ')} together: ${name} is missing.`);
  }) as [string, string, string];
  const origin = URL.canParse(publicUrl) ? new URL(publicUrl).origin : '';
  if (origin !== publicUrl.replace(/\/$/, '') || !isSafe(publicUrl)) {
    throw new UsageError(
      'BELLHOP_PUBLIC_URL must be the gateway’s origin, written like https://chat.shop.example.',
    );
  }
  if (!URL.canParse(issuer) || !isSafe(issuer)) {
    throw new UsageError('BELLHOP_OIDC_ISSUER must be an https address.');
  }
  const owners = rules('BELLHOP_OIDC_OWNERS', given(env.BELLHOP_OIDC_OWNERS));
  const agents = rules('BELLHOP_OIDC_AGENTS', given(env.BELLHOP_OIDC_AGENTS));
  if (owners.length + agents.length === 0) {
    throw new UsageError(
      'Say who may sign in: BELLHOP_OIDC_OWNERS or BELLHOP_OIDC_AGENTS, like anna@shop.example, @shop.example or group:support.',
    );
  }
  const hours = given(env.BELLHOP_OIDC_SESSION_HOURS) ?? '12';
  return {
    issuer,
    clientId,
    clientSecret: given(env.BELLHOP_OIDC_CLIENT_SECRET),
    publicUrl: origin,
    name: given(env.BELLHOP_OIDC_NAME) ?? new URL(issuer).hostname,
    scopes: given(env.BELLHOP_OIDC_SCOPES) ?? 'openid email profile',
    groupsClaim: given(env.BELLHOP_OIDC_GROUPS_CLAIM) ?? 'groups',
    owners,
    agents,
    sessionMs: HOUR_MS * wholeNumber('BELLHOP_OIDC_SESSION_HOURS', hours, 1, 720),
  };
}

/** Off only where people can sign in otherwise. @throws UsageError */
export function readDeskPasswords(env: Environment, oidc: OidcSettings | null): boolean {
  const value = given(env.BELLHOP_DESK_PASSWORDS) ?? 'on';
  if (value !== 'on' && value !== 'off') {
    throw new UsageError(`BELLHOP_DESK_PASSWORDS must be on or off, not “${value}”.`);
  }
  if (value === 'off' && oidc === null) {
    throw new UsageError('BELLHOP_DESK_PASSWORDS can be off only with BELLHOP_OIDC_ISSUER.');
  }
  return value === 'on';
}

/** By https; on this machine, for trying it out, by http too. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

function rules(name: string, list: string | undefined): Rule[] {
  if (list === undefined) return [];
  return list.split(',').map((item): Rule => {
    const text = item.trim();
    const group = /^group:(.+)$/.exec(text)?.[1];
    if (group !== undefined) return { kind: 'group', group };
    const domain = /^@([^@\s.]+(?:\.[^@\s.]+)+)$/.exec(text)?.[1];
    if (domain !== undefined) return { kind: 'domain', domain: domain.toLowerCase() };
    if (/^[^@\s]+@[^@\s]+$/.test(text)) return { kind: 'email', email: text.toLowerCase() };
    throw new UsageError(
      `${name}: “${text}” is none of anna@shop.example, @shop.example and group:support.`,
    );
  });
}

// The command line and the environment, read and checked. Knows no server.

import { parseArgs } from 'node:util';
import type { AccountProvider } from './auth/account-tokens.ts';
import { isNetwork } from './http/client-address.ts';
import { MAX_CONTEXT_WINDOW, MIN_CONTEXT_WINDOW } from './options.ts';

export interface Settings {
  port: number;
  /** Directory of the embedded database. */
  data: string;
  databaseUrl: string | undefined;
  adminKey: string | undefined;
  allowedOrigins: readonly string[] | null;
  rateLimit: { perSecond: number; burst: number } | undefined;
  /** Addresses and networks. */
  trustedProxies: readonly string[];
  accountProvider: AccountProvider | null;
  /** Tokens; null: as the agent says. */
  contextWindow: number | null;
  /** Modules with an agent each; the first is what a session gets that names none. */
  agents: readonly string[];
}

export const USAGE = `Usage: node gateway/main.ts [--port N] [--data DIR] [--agent MODULE]…

  --port N        port to listen on (GATEWAY_PORT, 4320)
  --data DIR      where the embedded database lives (.data)
  --agent MODULE  an agent: a file or a package whose default export is { name, agent }. May be given several times

Environment: DATABASE_URL=postgres://… uses a server instead; BELLHOP_ADMIN_KEY; BELLHOP_ALLOWED_ORIGINS
(comma-separated, any by default); BELLHOP_RATE_LIMIT (requests a second and token, 50) and BELLHOP_RATE_BURST (200);
BELLHOP_TRUSTED_PROXIES (addresses or networks such as 10.0.0.0/8 whose X-Forwarded-For is believed, none by default).
BELLHOP_ACCOUNT_JWKS_URL, BELLHOP_ACCOUNT_ISSUER and BELLHOP_ACCOUNT_AUDIENCE name an identity provider whose tokens
may read analytics, besides those that POST /admin/account-tokens issues.
ANTHROPIC_API_KEY or OPENAI_API_KEY (with ANTHROPIC_BASE_URL, OPENAI_BASE_URL, BELLHOP_MODEL, BELLHOP_MODEL_PROVIDER,
BELLHOP_REASONING_EFFORT=low|medium|high)
turn on the agent “model”. BELLHOP_CONTEXT_WINDOW is how many tokens an agent reads before old turns are summarised.`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError with words for the terminal. */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const values = parse(args);
  return {
    port: wholeNumber('--port', values.port ?? given(env.GATEWAY_PORT) ?? '4320', 0, 65_535),
    data: values.data ?? '.data',
    databaseUrl: databaseUrl(given(env.DATABASE_URL)),
    adminKey: given(env.BELLHOP_ADMIN_KEY),
    allowedOrigins: origins(given(env.BELLHOP_ALLOWED_ORIGINS)),
    rateLimit: rateLimit(given(env.BELLHOP_RATE_LIMIT), given(env.BELLHOP_RATE_BURST)),
    trustedProxies: trustedProxies(given(env.BELLHOP_TRUSTED_PROXIES)),
    accountProvider: accountProvider(
      given(env.BELLHOP_ACCOUNT_JWKS_URL),
      given(env.BELLHOP_ACCOUNT_ISSUER),
      given(env.BELLHOP_ACCOUNT_AUDIENCE),
    ),
    contextWindow: contextWindow(given(env.BELLHOP_CONTEXT_WINDOW)),
    agents: values.agent ?? [],
  };
}

function parse(args: readonly string[]): { port?: string; data?: string; agent?: string[] } {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        agent: { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function given(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not “${text}”.`);
}

function databaseUrl(url: string | undefined): string | undefined {
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url;
  throw new UsageError('DATABASE_URL must begin with postgres://.');
}

function origins(list: string | undefined): readonly string[] | null {
  if (list === undefined || list === '*') return null;
  return list.split(',').map((text) => {
    const origin = text.trim();
    if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
    throw new UsageError(
      `BELLHOP_ALLOWED_ORIGINS: “${origin}” is no origin; write it like https://shop.example.`,
    );
  });
}

function rateLimit(perSecond: string | undefined, burst: string | undefined) {
  if (perSecond === undefined && burst === undefined) return undefined;
  return {
    perSecond: wholeNumber('BELLHOP_RATE_LIMIT', perSecond ?? '50', 1, 1_000_000),
    burst: wholeNumber('BELLHOP_RATE_BURST', burst ?? '200', 1, 1_000_000),
  };
}

function trustedProxies(list: string | undefined): readonly string[] {
  if (list === undefined) return [];
  return list.split(',').map((text) => {
    const network = text.trim();
    if (isNetwork(network)) return network;
    throw new UsageError(
      `BELLHOP_TRUSTED_PROXIES: “${network}” is no address; write it like 10.0.0.1 or 10.0.0.0/8.`,
    );
  });
}

function contextWindow(tokens: string | undefined): number | null {
  return tokens === undefined
    ? null
    : wholeNumber('BELLHOP_CONTEXT_WINDOW', tokens, MIN_CONTEXT_WINDOW, MAX_CONTEXT_WINDOW);
}

/** All three or none: a key set alone would take tokens that were issued for somebody else's service. */
function accountProvider(
  jwksUrl: string | undefined,
  issuer: string | undefined,
  audience: string | undefined,
): AccountProvider | null {
  if (jwksUrl === undefined && issuer === undefined && audience === undefined) return null;
  if (jwksUrl === undefined || issuer === undefined || audience === undefined) {
    throw new UsageError(
      'Set BELLHOP_ACCOUNT_JWKS_URL, BELLHOP_ACCOUNT_ISSUER and BELLHOP_ACCOUNT_AUDIENCE together.',
    );
  }
  if (URL.canParse(jwksUrl) && /^https?:$/.test(new URL(jwksUrl).protocol)) {
    return { jwksUrl, issuer, audience };
  }
  throw new UsageError('BELLHOP_ACCOUNT_JWKS_URL must be an http or https URL.');
}

// The command line and the environment, read and checked. Knows no server.

import { parseArgs } from 'node:util';
import { MAX_CONTEXT_WINDOW, MIN_CONTEXT_WINDOW } from './agents/context-window.ts';
import { readPrices } from './agents/read-prices.ts';
import type { PriceTable } from './agents/types.ts';
import { type Limits, readLimits } from './cli-limits.ts';
import { type OidcSettings, readDeskPasswords, readOidcSettings } from './desk/oidc/settings.ts';
import type { AccountProvider } from './kernel/auth/account-tokens.ts';
import {
  type Environment,
  given,
  oneOf,
  seconds,
  UsageError,
  wholeNumber,
} from './kernel/cli-values.ts';
import { isNetwork } from './kernel/http/client-address.ts';
import { LOG_LEVELS, type LogLevel } from './kernel/observability/log.ts';
import { type EmbeddingSettings, readEmbeddingSettings } from './knowledge/vectors/settings.ts';
import { type MailSettings, readMailSettings } from './mail/settings.ts';
import type { GatewayOptions } from './options.ts';

export interface Settings {
  port: number;
  /** Address to listen on; undefined: all of the machine's. */
  host: string | undefined;
  /** Directory of the embedded database. */
  data: string;
  databaseUrl: string | undefined;
  /** A Redis or Valkey that tells the processes of each other. */
  redisUrl: string | undefined;
  /** How long running answers may take to end once the gateway was told to stop. */
  /** How long it serves on after it was told to stop. */
  leaveMs: number;
  drainMs: number;
  adminKey: string | undefined;
  /** Whether a link that signs in to the desk is printed also where the operator has set a key. */
  hasDeskLink: boolean;
  allowedOrigins: readonly string[] | null;
  limits: Limits;
  /** Addresses and networks. */
  trustedProxies: readonly string[];
  /** In which header a proxy says the country of an address; null: none does. */
  countryHeader: string | null;
  /** Whether webhooks may go to private networks, and by http. */
  webhooksMayBePrivate: boolean;
  /** The same of agents' backends and tool servers. */
  agentsMayBePrivate: boolean;
  accountProvider: AccountProvider | null;
  embeddings: EmbeddingSettings | null;
  /** What a credit is, as ISO 4217 has it; null: not said. */
  currency: string | null;
  publicUrl: string | null;
  sandboxOrigin: string | null;
  oidc: OidcSettings | null;
  /** Null: no mail is sent. */
  mail: MailSettings | null;
  /** The prices of tokens, by model. */
  prices: PriceTable;
  hasDeskPasswords: boolean;
  /** Tokens; null: as the agent says. */
  contextWindow: number | null;
  /** Milliseconds: how long a provider may be silent, and one answer take. */
  silenceMs: number;
  runTimeoutMs: number;
  logLevel: LogLevel;
  logFormat: 'json' | 'text';
  metrics: GatewayOptions['metrics'];
  /** Spans are sent to a collector, whose address OpenTelemetry's own settings name. */
  hasTraces: boolean;
  /** Modules with an agent each; the first is what a session gets that names none. */
  agents: readonly string[];
  /** A site that the start registers where there is none yet; null: none. */
  firstSite: {
    /** Of its pages: `https://shop.example`. */
    origin: string;
    /** Where browsers reach the gateway, without a slash at the end; undefined: by the port that it listens on. */
    gateway: string | undefined;
  } | null;
}

const MIN_KEY_LENGTH = 24;
/** Different ones. */
const MIN_KEY_CHARACTERS = 8;
/** Words of which, with digits and signs between them, a key must not consist. */
const WORDS =
  /admin|bellhop|change|default|example|gateway|key|letmein|operator|password|pass|please|qwerty|secret|test|this|token|word|your|me/g;

export { UsageError };

/**
 * @param isTerminal whether standard output is a terminal, where a person reads words and no line for each request
 * @throws UsageError with words for the terminal.
 */
export function readSettings(
  args: readonly string[],
  env: Environment,
  isTerminal = false,
): Settings {
  const values = parse(args);
  const key = adminKey(given(env.BELLHOP_ADMIN_KEY));
  const database = databaseUrl(given(env.DATABASE_URL));
  const oidc = readOidcSettings(env);
  const logFormat = oneOf(
    'BELLHOP_LOG_FORMAT',
    given(env.BELLHOP_LOG_FORMAT),
    ['json', 'text'],
    isTerminal ? 'text' : 'json',
  );
  return {
    port: wholeNumber('--port', values.port ?? given(env.GATEWAY_PORT) ?? '4320', 0, 65_535),
    // A key that is made up at the start is for trying things out, on this machine.
    host: values.host ?? given(env.GATEWAY_HOST) ?? (key === undefined ? '127.0.0.1' : undefined),
    data: values.data ?? '.data',
    databaseUrl: database,
    redisUrl: redisUrl(given(env.REDIS_URL), database),
    drainMs:
      1000 *
      wholeNumber('BELLHOP_DRAIN_SECONDS', given(env.BELLHOP_DRAIN_SECONDS) ?? '20', 0, 3600),
    leaveMs:
      1000 *
      wholeNumber(
        'BELLHOP_LEAVE_SECONDS',
        // Without a server of its own there is no other process to go to.
        given(env.BELLHOP_LEAVE_SECONDS) ?? (database === undefined ? '0' : '5'),
        0,
        600,
      ),
    adminKey: key,
    hasDeskLink: given(env.BELLHOP_DESK_LINK) === '1',
    allowedOrigins: origins(given(env.BELLHOP_ALLOWED_ORIGINS)),
    limits: readLimits(env),
    trustedProxies: trustedProxies(given(env.BELLHOP_TRUSTED_PROXIES)),
    countryHeader: countryHeader(given(env.BELLHOP_COUNTRY_HEADER)),
    webhooksMayBePrivate: given(env.BELLHOP_WEBHOOKS_PRIVATE) === '1',
    agentsMayBePrivate: given(env.BELLHOP_AGENTS_PRIVATE) === '1',
    accountProvider: accountProvider(
      given(env.BELLHOP_ACCOUNT_JWKS_URL),
      given(env.BELLHOP_ACCOUNT_ISSUER),
      given(env.BELLHOP_ACCOUNT_AUDIENCE),
    ),
    embeddings: readEmbeddingSettings(env),
    currency: currency(given(env.BELLHOP_CURRENCY)),
    publicUrl: originOf(given(env.BELLHOP_PUBLIC_URL)),
    sandboxOrigin: sandboxOrigin(given(env.BELLHOP_SANDBOX_ORIGIN)),
    oidc,
    mail: readMailSettings(env),
    prices: readPrices(env),
    hasDeskPasswords: readDeskPasswords(env, oidc),
    contextWindow: contextWindow(given(env.BELLHOP_CONTEXT_WINDOW)),
    silenceMs: seconds(
      '--silence-limit',
      values['silence-limit'] ?? given(env.BELLHOP_SILENCE_LIMIT),
      60,
    ),
    runTimeoutMs: seconds('--run-limit', values['run-limit'] ?? given(env.BELLHOP_RUN_LIMIT), 600),
    logLevel: oneOf(
      'BELLHOP_LOG_LEVEL',
      given(env.BELLHOP_LOG_LEVEL),
      LOG_LEVELS,
      isTerminal && logFormat === 'text' ? 'warn' : 'info',
    ),
    logFormat,
    metrics: oneOf(
      'BELLHOP_METRICS',
      given(env.BELLHOP_METRICS),
      ['admin', 'loopback', 'off'],
      'admin',
    ),
    hasTraces: given(env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined,
    agents: values.agent ?? [],
    firstSite: firstSite(given(env.BELLHOP_FIRST_SITE), given(env.BELLHOP_PUBLIC_URL)),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        agent: { type: 'string', multiple: true },
        'silence-limit': { type: 'string' },
        'run-limit': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function databaseUrl(url: string | undefined): string | undefined {
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url;
  throw new UsageError('DATABASE_URL must begin with postgres://.');
}

function redisUrl(url: string | undefined, database: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  if (!/^rediss?:\/\//.test(url)) throw new UsageError('REDIS_URL must begin with redis://.');
  if (database === undefined) {
    throw new UsageError(
      'REDIS_URL is for several gateways on one server: set DATABASE_URL as well, or leave it out.',
    );
  }
  return url;
}

function adminKey(key: string | undefined): string | undefined {
  if (key === undefined || !isWeak(key)) return key;
  throw new UsageError(
    `BELLHOP_ADMIN_KEY can be guessed. Take ${MIN_KEY_LENGTH} random characters at least, for instance of: openssl rand -base64 32`,
  );
}

/** Too short, made of words that people use where they need a key, or of a few characters over and over. */
function isWeak(key: string): boolean {
  const letters = key.toLowerCase().replace(/[^a-z]/g, '');
  const isOfWords = letters !== '' && letters.replace(WORDS, '') === '';
  return key.length < MIN_KEY_LENGTH || isOfWords || new Set(key).size < MIN_KEY_CHARACTERS;
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

function firstSite(origin: string | undefined, gateway: string | undefined): Settings['firstSite'] {
  if (origin === undefined) return null;
  if (URL.canParse(origin) && new URL(origin).origin === origin) {
    return { origin, gateway: gateway?.replace(/\/$/, '') };
  }
  throw new UsageError(
    `BELLHOP_FIRST_SITE: “${origin}” is no origin; write it like https://shop.example.`,
  );
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

function countryHeader(name: string | undefined): string | null {
  if (name === undefined || /^[\w-]+$/.test(name)) return name ?? null;
  throw new UsageError(
    'BELLHOP_COUNTRY_HEADER must be the name of a header, such as CF-IPCountry.',
  );
}

function currency(code: string | undefined): string | null {
  if (code === undefined || /^[A-Z]{3}$/.test(code)) return code ?? null;
  throw new UsageError('BELLHOP_CURRENCY must be the three letters of a currency, such as EUR.');
}

/** Of an address that can't be read, links are left out; the doctor says what is wrong with it. */
function sandboxOrigin(address: string | undefined): string | null {
  if (address === undefined) return null;
  const origin = originOf(address);
  if (origin === null || !/^https?:/.test(origin) || origin !== address.replace(/\/$/, '')) {
    throw new UsageError(
      'BELLHOP_SANDBOX_ORIGIN must be an origin that reaches this gateway and serves nothing else, as https://apps.example.',
    );
  }
  return origin;
}

function originOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : null;
}

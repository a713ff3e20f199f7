// The card of an A2A agent: what it says of itself, read for an owner who sets it up, and for each answer. Whatever its server gives is
// cut to size; why there is none is a sentence for the owner.

import type { AgentCard, AgentInterface, SecurityScheme } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { type OutsideFetch, RefusedAddress, ReplyTooLong } from '../../kernel/outside-fetch.ts';
import type { RequestClock } from '../model/options.ts';
import type { CardOfAgent } from './card-schema.ts';
import { createOwnFetch } from './own-server.ts';
import { Refused } from './refused.ts';

const LIMIT_MS = 10_000;
const MAX_SKILLS = 50;
const MAX_LIST = 20;
const MAX_NAME = 200;
const MAX_TEXT = 2000;
/** What this gateway speaks, the preferred first. */
export const TRANSPORTS = ['JSONRPC', 'HTTP+JSON'] as const;

/** The card's own address, or where it stands below the agent's. A card of before 1.0 is read as one of 1.0. */
export function fetchCard(url: string, fetch: OutsideFetch): Promise<AgentCard> {
  const fetchImpl = fetch as typeof globalThis.fetch;
  const resolver = new DefaultAgentCardResolver({ fetchImpl, legacyCompat: { enabled: true } });
  const address = new URL(url);
  const isCard = address.pathname.endsWith('.json');
  if (!isCard && !address.pathname.endsWith('/')) address.pathname += '/';
  return resolver.resolve(address.href, isCard ? '' : undefined);
}

export type CardRead =
  | { kind: 'card'; card: CardOfAgent; problem: string | null }
  | { kind: 'none'; why: string };

/** For the owner: within ten seconds, by the record's own headers. Never throws. */
export async function readCard(
  backend: { url: string; headers?: Readonly<Record<string, string>> | undefined },
  { fetch, clock }: { fetch: OutsideFetch; clock: RequestClock },
): Promise<CardRead> {
  const silence = new AbortController();
  const timer = clock.setTimeout(() => silence.abort(), LIMIT_MS);
  const { url, headers = {} } = backend;
  const parts = { fetch, signal: silence.signal, onReply: () => {} };
  try {
    const given = await fetchCard(url, createOwnFetch({ url, headers }, parts));
    const card = shown(given);
    return { kind: 'card', card, problem: problemOf(card, new URL(url).origin) };
  } catch (error) {
    if (silence.signal.aborted) {
      return { kind: 'none', why: `The agent’s server didn’t answer within ${LIMIT_MS / 1000} s.` };
    }
    return { kind: 'none', why: reasonOf(error) };
  } finally {
    clock.clearTimeout(timer);
  }
}

function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof RefusedAddress) return one.message;
    if (one instanceof ReplyTooLong) return 'The reply is far too long for an agent’s card.';
    if (one instanceof Refused) return refusal(one.status);
    if ('code' in one && typeof one.code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(one.code)) {
      return `The agent’s server can’t be reached (${one.code}).`;
    }
  }
  return 'What stands at that address is no agent’s card.';
}

function refusal(status: number): string {
  if (status === 401 || status === 403) {
    return `The agent’s server wants to know who asks (${status}): look at the headers.`;
  }
  return status === 404
    ? 'There is no agent’s card at that address (404).'
    : `The agent’s server answered with ${status}.`;
}

/** Why its card doesn't suffice to talk to it, in a sentence; null: it does. */
function problemOf({ interfaces }: CardOfAgent, origin: string): string | null {
  const known = interfaces.filter(({ transport }) => isKnown(transport));
  if (known.length === 0) {
    const named = interfaces.map(({ transport }) => transport).join(', ') || 'nothing';
    return `The agent speaks ${named}; the gateway speaks ${TRANSPORTS.join(' and ')}.`;
  }
  const [first] = known;
  return first !== undefined && originOf(first.url) !== origin
    ? `Its card sends conversations to another server, ${first.url}: give that server’s address.`
    : null;
}

const isKnown = (transport: string) =>
  TRANSPORTS.some((name) => name.toLowerCase() === transport.toLowerCase());

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

const line = (text: unknown): string => (typeof text === 'string' ? text.slice(0, MAX_NAME) : '');
const words = (text: unknown): string => (typeof text === 'string' ? text.slice(0, MAX_TEXT) : '');
const list = <Item>(items: readonly Item[] | undefined, max = MAX_LIST): readonly Item[] =>
  Array.isArray(items) ? items.slice(0, max) : [];

function shown(card: AgentCard): CardOfAgent {
  if (typeof card.name !== 'string' || card.name === '') throw new Error('No name.');
  const { provider, capabilities, securitySchemes = {}, securityRequirements } = card;
  const wanted = new Set(
    list(securityRequirements).flatMap(({ schemes }) => Object.keys(schemes ?? {})),
  );
  return {
    name: line(card.name),
    description: words(card.description),
    version: line(card.version),
    provider:
      provider === undefined || provider === null
        ? null
        : { organization: line(provider.organization), url: line(provider.url) },
    streams: capabilities?.streaming === true,
    interfaces: list<AgentInterface>(card.supportedInterfaces).map((one) => ({
      url: line(one.url),
      transport: line(one.protocolBinding),
      protocol_version: line(one.protocolVersion),
    })),
    security: Object.entries(securitySchemes)
      .filter(([name]) => wanted.size === 0 || wanted.has(name))
      .slice(0, MAX_LIST)
      .flatMap(([, scheme]) => securityOf(scheme)),
    skills: list(card.skills, MAX_SKILLS).map(({ name, description, tags }) => ({
      name: line(name),
      description: words(description),
      tags: list(tags).map(line),
    })),
  };
}

function securityOf({ scheme }: SecurityScheme): CardOfAgent['security'] {
  switch (scheme?.$case) {
    case 'apiKeySecurityScheme':
      return [{ kind: 'api_key', detail: line(scheme.value.name) }];
    case 'httpAuthSecurityScheme':
      return [{ kind: 'http', detail: line(scheme.value.scheme) }];
    case 'oauth2SecurityScheme':
      return [{ kind: 'oauth2', detail: line(scheme.value.oauth2MetadataUrl) }];
    case 'openIdConnectSecurityScheme':
      return [{ kind: 'openid', detail: line(scheme.value.openIdConnectUrl) }];
    case 'mtlsSecurityScheme':
      return [{ kind: 'mtls', detail: '' }];
    default:
      return [];
  }
}

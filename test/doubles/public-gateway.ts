// The gateway's side of public sessions, by the interface's words: guests by their secret, people by their token, one
// conversation or more of each, and proof of work where a test wants it. It knows no transport and no conversation.

import { createHash, randomBytes } from 'node:crypto';
import type { TicketRequest } from '../../src/protocol/session-ticket.ts';

export const SITE = `site_pk_${'a1b2c3d4'.repeat(4)}`;

export interface PublicAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface PublicBody extends TicketRequest {
  guest?: string;
  user_token?: string;
  proof?: string;
  event_id?: string;
  value?: string | null;
  comment?: string;
}

export interface PublicGateway {
  /** Whom the site takes; null: everybody. */
  origins: string[] | null;
  settings: Record<string, unknown>;
  /** The greatest number of a challenge; null: no work is asked for. */
  work: number | null;
  /** Every request, as it came. */
  asked: { call: string; body: PublicBody }[];
  /** The sessions of each guest and person, oldest first. */
  sessions(): string[][];
  /** @param call the address behind /v1beta1/sites/ */
  answer(call: string, origin: string | undefined, body: PublicBody): Promise<PublicAnswer>;
}

/** A token of the site's server that says who is signed in. */
export function userToken(sub: string, signature = 'good'): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sub })}.${signature}`;
}

/** @param issue a new session, or a token for one that is there. */
export function createPublicGateway(
  issue: (request: TicketRequest) => Promise<{ session_id: string; token: string }>,
): PublicGateway {
  const guests = new Map<string, string[]>();
  const people = new Map<string, string[]>();
  const challenges = new Map<string, string>();
  const refused = (status: number, message: string, more: object = {}): PublicAnswer => ({
    status,
    body: {
      error: { message, type: 'permission_error', code: status, request_id: 'req_1' },
      ...more,
    },
  });

  function challenge(): PublicAnswer {
    const salt = randomBytes(8).toString('hex');
    const maxnumber = gateway.work ?? 0;
    const hash = createHash('sha256').update(`${salt}${maxnumber}`).digest('hex');
    challenges.set(hash, salt);
    const work = { algorithm: 'SHA-256', challenge: hash, maxnumber, salt, signature: 'signed' };
    return refused(429, 'Prove some work.', { challenge: work });
  }

  function isProven(proof: string | undefined): boolean {
    if (proof === undefined) return false;
    const given = JSON.parse(Buffer.from(proof, 'base64').toString());
    const salt = challenges.get(given.challenge);
    const hash = createHash('sha256').update(`${salt}${given.number}`).digest('hex');
    return given.signature === 'signed' && given.salt === salt && hash === given.challenge;
  }

  async function session(body: PublicBody): Promise<PublicAnswer> {
    if (gateway.work !== null && !isProven(body.proof)) return challenge();
    const [, claims = '', signature] = body.user_token?.split('.') ?? [];
    const sub = claims && JSON.parse(Buffer.from(claims, 'base64url').toString()).sub;
    const isPerson = signature === 'good';
    const secret =
      guests.has(body.guest ?? '') && body.guest
        ? body.guest
        : `guest_${randomBytes(32).toString('base64url')}`;
    const kept = isPerson ? people : guests;
    const key = isPerson ? sub : secret;
    const own = kept.get(key) ?? [];
    kept.set(key, own);
    const wanted = own.find((id) => id === body.session_id) ?? (body.new ? undefined : own.at(-1));
    const ticket = await issue(wanted === undefined ? {} : { session_id: wanted });
    if (!own.includes(ticket.session_id)) own.push(ticket.session_id);
    return {
      status: 200,
      body: {
        ...ticket,
        expires_at: '2099-01-01T00:00:00Z',
        settings: gateway.settings,
        ...(isPerson ? { owner: `owner_${sub}` } : { guest: secret }),
        ...(signature === 'bad' ? { warnings: ['The user token has a wrong signature.'] } : {}),
      },
    };
  }

  const gateway: PublicGateway = {
    origins: null,
    settings: {},
    work: null,
    asked: [],
    sessions: () => [...guests.values(), ...people.values()],
    async answer(call, origin, body) {
      gateway.asked.push({ call, body });
      const [site, verb] = call.split('/');
      if (site !== SITE) return refused(404, 'No site has this public id.');
      if (gateway.origins !== null && !gateway.origins.includes(origin ?? '')) {
        const where = 'Its owner adds origins on the desk’s page “Sites”.';
        return refused(403, `This site doesn’t take visitors from ${origin}. ${where}`);
      }
      if (verb === 'session') return session(body);
      const own = guests.get(body.guest ?? '') ?? [];
      if (!own.includes(body.session_id ?? ''))
        return refused(404, 'There is no such conversation.');
      if (verb === 'deletions') own.splice(own.indexOf(body.session_id ?? ''), 1);
      return { status: 204 };
    },
  };
  return gateway;
}

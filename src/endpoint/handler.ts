// The site's session endpoint as a function of requests: refuses strangers, knows the visitor, counts, and hands out the
// session with its token. All that fails ends in a reply.

import { GatewayError } from '../client/index.ts';
import { isId, readObject, readTicketRequest } from './body.ts';
import { writeCookies } from './cookie.ts';
import { isLocal, type Limiter } from './limits.ts';
import { done, refuse, refuseStrangers, reply } from './replies.ts';
import type { Seal } from './seal.ts';
import type { VisitorSessions, Wanted } from './sessions.ts';
import type { KnownVisitor, RequestInfo, SessionHandler, SessionHandlerOptions } from './types.ts';
import { describe, identify, ownerOfAccount, type Person, welcome } from './visitors.ts';

export interface HandlerParts<Native> {
  options: SessionHandlerOptions<Native>;
  seal: Seal;
  limiter: Limiter;
  sessions: VisitorSessions;
  giveFeedback(sessionId: string, feedback: unknown): Promise<void>;
  onError(error: unknown): void;
}

/** A gateway that is away comes back by itself; a wrong key needs a person. */
const SOON_S = 10;
const LATER_S = 300;
const NOT_AVAILABLE = 'The chat is not available just now.';

export function createHandler<Native>(parts: HandlerParts<Native>): SessionHandler<Native> {
  const { options, seal, limiter, sessions, giveFeedback, onError } = parts;
  const { cookie: cookies = {}, origins = [] } = options;

  type Info = RequestInfo<Native> | undefined;

  const personOf = async (request: Request, info: Info): Promise<Person | null> => {
    const visitor = await options.visitor?.(request, info?.native);
    return identify(request, visitor, seal, cookies);
  };

  function addressOf(request: Request, info: Info): string | null {
    if (options.address !== undefined) return options.address(request, info?.native) ?? null;
    const { address } = info ?? {};
    return address === undefined || address === '' || isLocal(address) ? null : address;
  }

  /** Runs `act` for a caller that may ask, with the body of the request; every end of it is a reply. */
  async function answer(
    request: Request,
    info: Info,
    act: (
      person: Person,
      body: Record<string, unknown>,
      address: string | null,
    ) => Promise<Response>,
  ): Promise<Response> {
    try {
      const refusal = refuseStrangers(request, origins);
      if (refusal !== null) return refusal;
      const body = await readObject(request);
      if (body instanceof Response) return body;
      const person = await personOf(request, info);
      if (person === null) return refuse('forbidden', 'Sign in to use the chat.');
      const address = addressOf(request, info);
      const wait = limiter.call({ owner: person.owner, address });
      if (wait > 0) return tooMany(wait);
      return await act(person, body, address);
    } catch (error) {
      onError(error);
      return refuse('unavailable', NOT_AVAILABLE, waitOf(error));
    }
  }

  async function wantedBy(known: KnownVisitor, offered: Wanted['tools']): Promise<Wanted> {
    const { session = {}, tools } = options;
    const settings = typeof session === 'function' ? await session(known) : session;
    const { system, ...rest } = settings;
    const words = describe(known, system);
    // A site that names visitors or gives instructions here owns the session's instructions: where none are left, it clears
    // those of before.
    const isOurs = options.visitor !== undefined || system !== undefined;
    return {
      tools: tools === undefined ? offered : await tools(offered, known),
      settings: rest,
      system: words ?? (isOurs ? null : undefined),
    };
  }

  const handler = (request: Request, info?: RequestInfo<Native>): Promise<Response> =>
    answer(request, info, async (person, body, address) => {
      const asked = readTicketRequest(body);
      if (asked instanceof Response) return asked;
      const wanted = await wantedBy(person.known, asked.tools);
      let { owner, cookie } = person;
      let ticket =
        owner === null || asked.sessionId === null
          ? null
          : await sessions.resume(owner, asked.sessionId, wanted);
      if (ticket === null) {
        if (!person.isProved) owner = null;
        const wait = limiter.newSession({ owner, address });
        if (wait > 0) return tooMany(wait);
        if (owner === null) ({ owner, cookie } = await welcome(seal));
        ticket = await sessions.create(owner, wanted);
      }
      // Set again each time, so that it ends half a year after the last visit.
      const kept = cookie === null ? [] : writeCookies(request, cookie, cookies);
      return reply(person.mark === null ? ticket : { ...ticket, owner: person.mark }, kept);
    });

  return Object.assign(handler, {
    remove: (request: Request, info?: RequestInfo<Native>) =>
      answer(request, info, async ({ owner }, { session_id: id }) => {
        if (!isId(id))
          return refuse('bad_request', 'Send { session_id } of your own conversation.');
        const isGone = owner !== null && (await sessions.remove(owner, id));
        return isGone ? done() : refuse('not_found', 'There is no such conversation of yours.');
      }),

    feedback: (request: Request, info?: RequestInfo<Native>) =>
      answer(request, info, async ({ owner }, body) => {
        const { session_id: id, event_id, value, comment } = body;
        if (!isId(id) || owner === null) {
          return refuse('bad_request', 'Send { session_id, event_id, value, comment? }.');
        }
        try {
          // The gateway compares the owner: an id alone rates nothing of another visitor's.
          await giveFeedback(id, { event_id, value, comment, owner_id: owner });
        } catch (error) {
          const { status = 0, retryAfterMs = 10_000 } = error instanceof GatewayError ? error : {};
          if (status === 404) return refuse('not_found', 'There is no such answer of yours.');
          if (status === 400) return refuse('bad_request', 'The gateway has not taken this.');
          if (status === 429) return tooMany(retryAfterMs / 1000);
          throw error;
        }
        return done();
      }),

    async ownerOf(request: Request, info?: RequestInfo<Native>) {
      const person = await personOf(request, info);
      return person?.isProved === true ? person.owner : null;
    },

    ownerOfAccount: (id: string | number) => ownerOfAccount(seal, id),
  });
}

function tooMany(waitS: number): Response {
  return refuse('rate_limited', 'Too many requests. Try again in a moment.', waitS);
}

function waitOf(error: unknown): number {
  if (!(error instanceof GatewayError)) return LATER_S;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs / 1000;
  return error.isRetryable && error.code !== 'bad_response' ? SOON_S : LATER_S;
}

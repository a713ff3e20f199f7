// The origin of a run: the caller whose request began it, in the words that analytics groups by and the ids that support asks for.

import type { Principal } from '../kernel/auth/principal.ts';
import type { SpanContext } from '../kernel/observability/trace.ts';
import { type ActorType, APPLICATIONS, type Application, type AuthMethod } from '../wire.ts';
import type { SessionRow } from './session-row.ts';
import { readLanguage } from './visitor-language.ts';

/** The caller of a request that began or resumed a run. */
export interface Origin {
  auth_method: AuthMethod;
  actor_type: ActorType;
  application: Application;
  /** '' for usage with no registered site. */
  client_id: string;
  /** Of a visitor's browser, such as `de`. */
  language?: string;
  /** X-Request-ID of the request that began the run. */
  request_id: string;
  /** 32 hex digits: the sender's W3C trace, or a fresh one. */
  trace_id: string;
  /** The request's own span in it. Older rows have none. */
  span_id?: string;
  is_sampled?: boolean;
}

export interface OriginRequest {
  headers: Headers;
  requestId: string;
  span: SpanContext;
}

/** @param span the request's, so that the run joins its trace */
export function originOf(
  principal: Principal,
  session: SessionRow,
  { headers, requestId, span }: OriginRequest,
): Origin {
  const language = principal.kind === 'browser_session' ? readLanguage(headers) : null;
  return {
    auth_method: authMethod(principal),
    actor_type: actorType(principal),
    application: applicationOf(headers, principal),
    client_id:
      principal.kind === 'service_token'
        ? principal.client_id
        : principal.kind === 'browser_session'
          ? (session.client_id ?? '')
          : '',
    ...(language === null ? {} : { language }),
    request_id: requestId,
    ...span,
  };
}

function authMethod(principal: Principal): AuthMethod {
  return principal.kind === 'account' ? 'okta' : principal.kind;
}

function actorType(principal: Principal): ActorType {
  switch (principal.kind) {
    case 'browser_session':
      return principal.owner_id === null ? 'anonymous' : 'authenticated';
    case 'api_key':
    case 'service_token':
      return 'service';
    case 'account':
      return 'authenticated';
  }
}

/**
 * `X-Client-Application`, else a user agent that begins with a service's name; a visitor's browser is the
 * chatbot, any other named caller a third party.
 */
function applicationOf(headers: Headers, principal: Principal): Application {
  const userAgent = headers.get('user-agent') ?? '';
  const name = headers.get('x-client-application') ?? /^[\w-]+/.exec(userAgent)?.[0];
  const known = APPLICATIONS.find((application) => application === name);
  if (known !== undefined) return known;
  if (principal.kind === 'browser_session') return 'svc-ai-chatbot';
  return userAgent === '' ? 'unknown' : 'third_party';
}

// The calls by which a site's server makes sessions and tokens for its visitors, with the admin key or the site's service
// token. They are the reference gateway's own; the interface leaves open how sessions come into being.

import { isRecord, parseTicket } from '../protocol/index.ts';
import { GatewayError } from './gateway-error.ts';
import type { Http } from './http.ts';
import { segment } from './session-calls.ts';
import type { CallOptions, OperatorCalls } from './types.ts';

const TIMEOUT_MS = 10_000;

export function createOperatorCalls(http: Http): OperatorCalls {
  type Method = 'POST' | 'PATCH' | 'DELETE';
  const call = <T>(
    method: Method,
    path: string,
    body: unknown,
    { signal }: CallOptions,
    parse: (reply: Record<string, unknown>) => T | null,
  ): Promise<T> =>
    http.json({ method, path, body, signal, timeoutMs: TIMEOUT_MS, isOnce: true }, (reply) =>
      isRecord(reply) ? parse(reply) : null,
    );
  const done = () => true as const;
  const sessionPath = (id: string) => `/admin/sessions/${segment(id)}`;

  return {
    createSession: async (session = {}, options = {}) =>
      call('POST', '/admin/sessions', session, options, ({ session_id }) =>
        typeof session_id === 'string' && session_id !== '' ? { session_id } : null,
      ),

    async updateSession(sessionId, patch, options = {}) {
      await call('PATCH', sessionPath(sessionId), patch, options, done);
    },

    mintToken: async (sessionId, request = {}, options = {}) =>
      call('POST', `${sessionPath(sessionId)}/tokens`, request, options, (reply) =>
        parseTicket({ ...reply, session_id: sessionId }),
      ),

    async deleteSession(sessionId, options = {}) {
      try {
        await call('DELETE', sessionPath(sessionId), undefined, options, done);
      } catch (error) {
        if (!(error instanceof GatewayError && error.code === 'not_found')) throw error;
      }
    },

    async giveFeedback(sessionId, feedback, options = {}) {
      await call('POST', `${sessionPath(sessionId)}/feedback`, feedback, options, done);
    },
  };
}

import { describe, expect, it } from 'vitest';
import {
  createScriptedFetch,
  json,
  type Step,
  silence,
} from '../../../test/doubles/scripted-fetch.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createSessionEndpoint } from '../../client/session-endpoint.ts';

function setup(steps: Step[], nonceUrl?: string) {
  const network = createScriptedFetch(...steps);
  const clock = createVirtualClock();
  const endpoint = createSessionEndpoint({
    url: '/session',
    fetch: network.fetch,
    clock,
    loginNonceUrl: nonceUrl,
  });
  return { network, clock, endpoint };
}

const ticket = { session_id: 's1', token: 't1', expires_at: '2026-01-01T13:00:00Z' };

describe('the session endpoint', () => {
  it('is asked by POST with same-origin cookies, and nothing cached', async () => {
    const { network, endpoint } = setup([json(ticket)]);
    expect(await endpoint({ session_id: 's1', tools: [] })).toEqual({
      session_id: 's1',
      token: 't1',
      expires_at: Date.UTC(2026, 0, 1, 13),
    });
    const call = network.calls[0];
    expect(call?.method).toBe('POST');
    expect(call?.body).toEqual({ session_id: 's1', tools: [] });
    expect(call?.init).toMatchObject({
      credentials: 'same-origin',
      cache: 'no-store',
      // Not followed, and told apart from an address that doesn't answer.
      redirect: 'manual',
    });
    expect(call?.headers.get('content-type')).toBe('application/json');
    expect(call?.headers.has('authorization')).toBe(false);
  });

  it('gets a fresh nonce for each call where its address is named', async () => {
    const { network, endpoint } = setup(
      [new Response(' n0nce12345\n'), json(ticket), new Response(''), json(ticket)],
      '/nonce',
    );
    await endpoint();
    await endpoint();
    expect(network.calls.map(({ url }) => url.pathname)).toEqual([
      '/nonce',
      '/session',
      '/nonce',
      '/session',
    ]);
    expect(network.calls.map(({ headers }) => headers.get('x-wp-nonce'))).toEqual([
      null,
      'n0nce12345',
      null,
      null,
    ]);
    expect(network.calls[0]?.init).toMatchObject({ credentials: 'same-origin', cache: 'no-store' });
  });

  it('sends no web page as a nonce', async () => {
    const { network, endpoint } = setup([new Response('<html>please log in</html>')], '/nonce');
    await expect(endpoint()).rejects.toMatchObject({ code: 'no_session' });
    expect(network.calls.length).toBe(1);
  });

  it.each([
    ['a refusal', json({ code: 'rest_forbidden', message: 'Log in first.' }, 403), 403, false],
    ['an overload', json({}, 429, { 'retry-after': '5' }), 429, true],
    ['a breakdown', new Response('oops', { status: 500 }), 500, true],
    ['a reply without a token', json({ session_id: 's' }), 200, false],
    ['a page instead of JSON', new Response('<html>'), 200, false],
  ])('rejects %s as no_session', async (_, reply, status, isRetryable) => {
    const { endpoint } = setup([reply]);
    await expect(endpoint()).rejects.toMatchObject({
      code: 'no_session',
      status,
      isRetryable,
      outcome: 'not_applied',
      ...(status === 429 ? { retryAfterMs: 5_000 } : {}),
    });
  });

  it('passes on what the site says of its refusal', async () => {
    const { endpoint } = setup([json({ code: 'x', message: 'Log in first.' }, 403)]);
    await expect(endpoint()).rejects.toThrow('Log in first.');
  });

  it('rejects, retryably, when the site cannot be reached or does not answer', async () => {
    const { clock, endpoint } = setup([new TypeError('Failed to fetch'), silence]);
    await expect(endpoint()).rejects.toMatchObject({
      code: 'no_session',
      status: 0,
      isRetryable: true,
    });
    const waiting = endpoint().catch((error: unknown) => error);
    await clock.advance(20_000);
    expect(await waiting).toMatchObject({ code: 'no_session', isRetryable: true });
    expect(clock.pending()).toBe(0);
  });

  it('can be given up', async () => {
    const { endpoint } = setup([silence]);
    const stop = new AbortController();
    const waiting = endpoint({}, { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  });
});

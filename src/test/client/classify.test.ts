import { describe, expect, it } from 'vitest';
import { classifyFailure, parseRetryAfter } from '../../client/classify.ts';

const NOW = Date.UTC(2026, 0, 1);

function classify(status: number, body: unknown, headers: Record<string, string> = {}) {
  return classifyFailure({
    status,
    body,
    headers: new Headers(headers),
    seen: `${status} text/html "<!doctype html>"`,
    now: NOW,
    token: 'secret',
  });
}

const own = (status: number, type = 'some_error', message = 'No.', code: unknown = status) => ({
  error: { message, type, code, request_id: 'req_1' },
});

describe('what a failed request means', () => {
  it.each([
    [400, 'invalid_request', false],
    [401, 'unauthenticated', false],
    [403, 'forbidden', false],
    [404, 'not_found', false],
    [409, 'conflict', false],
    [413, 'too_large', false],
    [418, 'invalid_request', false],
    [422, 'invalid_request', false],
    [429, 'rate_limited', true],
  ])('HTTP %i in the gateway’s shape is %s, and was not applied', (status, code, isRetryable) => {
    const error = classify(status, own(status));
    expect(error).toMatchObject({
      code,
      status,
      isRetryable,
      outcome: 'not_applied',
      requestId: 'req_1',
    });
  });

  it.each([
    [500, 'server_error'],
    [501, 'server_error'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
  ])('HTTP %i is %s, retryable, and leaves open whether it was applied', (status, code) => {
    expect(classify(status, own(status))).toMatchObject({
      code,
      status,
      isRetryable: true,
      outcome: 'unknown',
    });
  });

  it.each([
    ['nothing', undefined],
    ['an edge’s JSON', { error: 'Too Many Requests' }],
    ['another error object', { error: { code: 429 } }],
    ['a list', []],
  ])('a 4xx with %s leaves it open', (_, body) => {
    expect(classify(429, body)).toMatchObject({ code: 'rate_limited', outcome: 'unknown' });
    expect(classify(400, body)).toMatchObject({ code: 'invalid_request', outcome: 'unknown' });
  });

  it('a 401 was not applied whoever says so', () => {
    expect(classify(401, undefined).outcome).toBe('not_applied');
  });

  it.each([
    [402, own(402, 'billing_error')],
    [403, own(403, 'insufficient_credits')],
    [400, own(400, 'invalid_request_error', 'Insufficient credits. Top up to go on.')],
    [429, own(429, 'billing', 'Your credit balance is exhausted')],
    [403, own(403, 'permission_error', 'No.', 'insufficient_credits')],
    [402, own(402, 'x', 'The credits are used up.')],
  ])('exhausted credits are known on any status (%i)', (status, body) => {
    expect(classify(status, body)).toMatchObject({
      code: 'insufficient_credits',
      isRetryable: false,
    });
  });

  it.each([
    'The credit card was refused',
    'insufficient scope',
    'no credit where none is due',
    'limit of 50 requests a second',
  ])('other words on a 403 are no exhausted credits: %s', (message) => {
    expect(classify(403, own(403, 'permission_error', message)).code).toBe('forbidden');
  });

  it('knows a blocked content and a site that is not active from a plain 403', () => {
    expect(classify(403, own(403, 'content_policy_violation')).code).toBe('content_policy');
    expect(classify(403, own(403, 'permission_error', 'x', 'site_not_active')).code).toBe(
      'site_not_active',
    );
    expect(classify(403, own(403, 'site_not_active')).code).toBe('site_not_active');
    expect(classify(403, { error: 'site_not_active', message: 'x' }).code).toBe('site_not_active');
  });

  it('takes only the explicit 404 for a revocation', () => {
    const body = { error: 'site_authorization_revoked', message: 'Gone.' };
    expect(classify(404, body).code).toBe('revoked');
    expect(classify(403, body).code).toBe('forbidden');
    expect(classify(404, own(404)).code).toBe('not_found');
  });

  it('prefers the header’s request id to the body’s', () => {
    expect(classify(400, own(400), { 'x-request-id': 'head' }).requestId).toBe('head');
    expect(classify(400, {}).requestId).toBeUndefined();
  });

  it('never repeats the token, even if the gateway does', () => {
    const error = classify(400, own(400, 'x', 'bad header: Bearer secret'));
    expect(error.message).not.toContain('secret');
    expect(error.message).toContain('Bearer [token]');
  });
});

describe('Retry-After', () => {
  it.each([
    ['3', 3_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is %s', (value, ms) => {
    expect(parseRetryAfter(value, NOW)).toBe(ms);
  });

  it('reaches the error', () => {
    expect(classify(429, own(429), { 'retry-after': '7' }).retryAfterMs).toBe(7_000);
  });
});

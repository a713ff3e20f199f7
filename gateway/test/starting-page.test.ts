// What a gateway answers before its database is open.

import { describe, expect, it } from 'vitest';
import { startingReply } from '../cli/starting-page.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (path: string, accept = '*/*', method = 'GET') =>
  startingReply(new Request(`http://gateway.test${path}`, { method, headers: { accept } }), null);

describe('a gateway that is starting', () => {
  it('shows a calm line to a person, on a page that goes on by itself', async () => {
    const reply = await ask('/desk', BROWSER);
    expect(reply.status).toBe(503);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await reply.text();
    expect(page).toContain('The gateway is starting. This page goes on by itself.');
    expect(page).toContain('<noscript><meta http-equiv="refresh"');
  });

  it.each([
    ['a script', '/bellhop.js', '*/*', 'GET'],
    ['a call', '/admin/sites', BROWSER, 'POST'],
    ['a stream', '/v1/sessions/s/events/stream', 'text/event-stream', 'GET'],
  ])('tells %s when to ask again, without a page', async (_what, path, accept, method) => {
    const reply = await ask(path, accept, method);
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(await reply.text()).toBe('The gateway is starting.');
  });

  it('can be read by the pages of a site, which come back then, and asks no preflight in vain', async () => {
    const from = (origin: string, allowed: readonly string[] | null, more: RequestInit = {}) =>
      startingReply(
        new Request('http://gateway.test/v1/sessions/s/events', {
          ...more,
          headers: { origin, ...more.headers },
        }),
        allowed,
      );
    const reply = await from('https://shop.example', null);
    expect(reply.status).toBe(503);
    expect(reply.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(reply.headers.get('vary')).toBe('Origin');
    const preflight = await from('https://shop.example', null, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    const stranger = await from('https://evil.example', ['https://shop.example']);
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('says that the process lives', async () => {
    const reply = await ask('/livez');
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'starting' }]);
  });
});

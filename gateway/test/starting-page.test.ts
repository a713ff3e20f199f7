// What a gateway answers before its database is open.

import { describe, expect, it } from 'vitest';
import { startingReply } from '../cli/starting-page.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (path: string, accept = '*/*', method = 'GET') =>
  startingReply(new Request(`http://gateway.test${path}`, { method, headers: { accept } }));

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

  it('says that the process lives', async () => {
    const reply = await ask('/livez');
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'starting' }]);
  });
});

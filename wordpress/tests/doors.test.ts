// A WordPress that answers itself, by each of its doors: the token on each way that a host may leave open, and the interface's
// own shape of every reply.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalSite, says, startLocalSite } from './local-site.ts';
import { askDoor, reasonToSkip } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('the interface of this WordPress', () => {
  let site: LocalSite;
  beforeAll(async () => {
    site = await startLocalSite();
    await site.settle();
  });
  afterAll(() => site?.close());

  it('takes a visitor’s token from its own header, from Authorization, and from a parameter', async () => {
    const { id, token } = await site.open();
    const events = `${site.url}/wp-json/bellhop/v1/sessions/${id}/events`;
    const ask = async (query: string, headers: Record<string, string>) => {
      const reply = await fetch(events + query, { headers });
      return [reply.status, reply.headers.get('bellhop-door')];
    };
    // A host's own password stands in Authorization.
    const basic = { authorization: `Basic ${btoa('staging:preview')}` };
    expect(await ask('', { 'x-bellhop-token': token, ...basic })).toEqual([200, '1']);
    expect(await ask('', { authorization: `Bearer ${token}` })).toEqual([200, '1']);
    expect(await ask(`?bellhop_token=${token}`, basic)).toEqual([200, '1']);
    expect(await ask('', basic)).toEqual([401, '1']);
    expect(await ask('', { 'x-bellhop-token': `${token}0` })).toEqual([401, '1']);
  });

  it.each([
    ['admin-ajax.php', '/wp-admin/admin-ajax.php?action=bellhop'],
    ['the front page', '/?bellhop=1'],
  ])('is served whole by way of %s', async (_, path) => {
    const { id, token } = await site.open();
    const door = site.url + path;
    const route = `/bellhop/v1/sessions/${id}/events`;
    const body = JSON.stringify({ events: [says('Hi')] });
    const sent = await askDoor(door, { route, method: 'POST', token, body });
    expect(sent).toMatchObject({ status: 200, body: { data: [{ type: 'user.message' }] } });
    const list = await askDoor(door, { route: `${route}?limit=1&order=asc`, method: 'GET', token });
    expect(list.body.data).toHaveLength(1);
    expect(list.headers.get('bellhop-intents')).toBe('1');
    const unknown = await askDoor(door, { route, method: 'GET' });
    expect(unknown).toMatchObject({ status: 401, body: { error: { code: 401 } } });
    expect(unknown.headers.get('bellhop-door')).toBe('1');
    const wrong = await askDoor(door, { route: `${route}?limit=0`, method: 'GET', token });
    expect(wrong).toMatchObject({ status: 400, body: { error: { type: expect.any(String) } } });
    const stream = { route: `/bellhop/v1beta1/sessions/${id}/events/stream`, method: 'GET', token };
    expect((await askDoor(door, stream)).status).toBe(404);
    expect(site.debugLog()).toBe('');
  });
});

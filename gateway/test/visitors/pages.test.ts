import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isListed, isLoopback, isOriginPattern } from '../../kernel/tenants/origins.ts';
import { createHarness, type Harness } from '../harness.ts';
import { ask, makeSite, open, SHOP } from './browser.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

describe('the pages of a site’s public id', () => {
  it.each([SHOP, 'https://www.shop.example', 'https://a.b.shop.example', 'http://localhost:5500'])(
    'take visitors from %s where the list says so',
    async (origin) => {
      const site = await makeSite(harness, [
        SHOP,
        'https://*.shop.example',
        'http://localhost:5500',
      ]);
      expect((await open(harness, site, {}, { origin })).status).toBe(200);
    },
  );

  it.each([
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://evil.example',
    'http://www.shop.example',
    'https://.shop.example',
    'null',
    'file://',
    '',
    'https://SHOP.example',
    'https://shop.example/',
    'http://localhost:4321',
  ])('refuse “%s”, and say where the owner adds it', async (origin) => {
    const site = await makeSite(harness, [SHOP, 'https://*.shop.example']);
    const { status, body, headers } = await open(harness, site, {}, { origin });
    expect(status).toBe(403);
    expect(body.error.message).toContain('Its owner adds origins on the desk');
    // A page can read its own refusal.
    if (origin !== '') expect(headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('must be named: a caller without an Origin is no page', async () => {
    const site = await makeSite(harness);
    expect((await open(harness, site, {}, { origin: null })).status).toBe(403);
  });

  it('are those of the visitor’s own machine while the owner has named none', async () => {
    const site = await makeSite(harness, null);
    for (const origin of ['http://localhost:4321', 'http://127.0.0.1', 'http://[::1]:80']) {
      expect((await open(harness, site, {}, { origin })).status).toBe(200);
    }
    expect((await open(harness, site, {}, { origin: SHOP })).status).toBe(403);
    const tricky = 'http://localhost.evil.example';
    expect((await open(harness, site, {}, { origin: tricky })).status).toBe(403);
  });

  it('are looked at with each new token, and a token serves on the page that got it alone', async () => {
    const site = await makeSite(harness, [SHOP, 'https://blog.example']);
    const { session_id, guest, token } = (await open(harness, site)).ticket;
    const path = `/v1/sessions/${session_id}/events`;
    expect((await ask(harness, 'GET', path, undefined, { token })).status).toBe(200);
    const copied = { token, origin: 'https://blog.example' };
    expect((await ask(harness, 'GET', path, undefined, copied)).status).toBe(403);
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, {
      allowed_origins: ['https://blog.example'],
    });
    expect((await open(harness, site, { session_id, guest })).status).toBe(403);
    expect((await ask(harness, 'GET', path, undefined, { token })).status).toBe(403);
  });

  it('that were refused within a day are shown to the owner, who may allow them', async () => {
    const site = await makeSite(harness);
    for (const origin of [
      'https://new.example',
      'https://new.example',
      'null',
      'https://x.example',
    ]) {
      await open(harness, site, {}, { origin });
    }
    const path = `/admin/sites/${site.client_id}/public`;
    const refused = async () => (await harness.admin('GET', path)).body.refused_origins;
    expect(await refused()).toEqual([
      { origin: 'https://new.example', refusals: 2, last_at: expect.any(String) },
      { origin: 'https://x.example', refusals: 1, last_at: expect.any(String) },
    ]);
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, {
      allowed_origins: [SHOP, 'https://new.example'],
    });
    expect(await refused()).toEqual([expect.objectContaining({ origin: 'https://x.example' })]);
    expect((await open(harness, site, {}, { origin: 'https://new.example' })).status).toBe(200);
    // One below a pattern is allowed too.
    await open(harness, site, {}, { origin: 'https://a.b.example' });
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, {
      allowed_origins: [SHOP, 'https://*.b.example'],
    });
    expect(await refused()).toEqual([
      expect.objectContaining({ origin: 'https://new.example' }),
      expect.objectContaining({ origin: 'https://x.example' }),
    ]);
    await harness.clock.advance(25 * 3_600_000);
    expect(await refused()).toEqual([]);
  });

  it('that are made up fill no more than fifty lines', async () => {
    const site = await makeSite(harness);
    for (let n = 0; n < 60; n += 1) {
      await open(harness, site, {}, { origin: `https://n${n}.example` });
      await harness.clock.advance(10_000);
    }
    const { body } = await harness.admin('GET', `/admin/sites/${site.client_id}/public`);
    const refused = body.refused_origins as { origin: string }[];
    expect(refused).toHaveLength(50);
    expect(refused[0]?.origin).toBe('https://n59.example');
  });
});

describe('an origin', () => {
  it.each([
    'https://shop.example',
    'http://localhost:3000',
    'https://*.shop.example',
    'https://*.shop.example:8443',
  ])('may be %s', (origin) => expect(isOriginPattern(origin)).toBe(true));
  it.each([
    '*',
    'https://*',
    'https://*.com',
    'https://shop.*',
    'shop.example',
    'https://shop.example/',
    'https://a.*.example',
    'ftp://shop.example',
    'https://*.*.shop.example',
    "https://'none'",
    'https://a.example;sandbox',
    'https://a.example,b',
    'https://*.',
  ])('may not be %s', (origin) => expect(isOriginPattern(origin)).toBe(false));
  it('of a host below a pattern is listed, the host itself is not', () => {
    expect(isListed('https://www.shop.example', ['https://*.shop.example'])).toBe(true);
    expect(isListed('https://shop.example', ['https://*.shop.example'])).toBe(false);
  });
  it('of a name that only begins like localhost is no loopback', () => {
    expect(isLoopback('https://app.localhost')).toBe(true);
    expect(isLoopback('https://localhost.shop.example')).toBe(false);
    expect(isLoopback('https://127.0.0.1.shop.example')).toBe(false);
  });
});

import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';
import { makeSite, open, SHOP, type TestSite } from './browser.ts';

let harness: Harness;
let site: TestSite;

beforeAll(async () => {
  harness = await createHarness();
  site = await makeSite(harness, [SHOP, 'https://*.shop.example']);
});
afterAll(() => harness.close());

const change = (body: object) =>
  harness.admin('PATCH', `/admin/sites/${site.client_id}/public`, body);
const get = (path = '') => harness.gateway.request(`/c/${site.public_id}${path}`);

describe('a site’s hosted page', () => {
  it('isn’t there until the owner switches it on, and while the public id is off', async () => {
    expect((await get()).status).toBe(404);
    await change({ has_page: true });
    expect((await get()).status).toBe(200);
    await change({ is_open: false });
    for (const path of ['', '/app.webmanifest', '/icon-192.png']) {
      expect((await get(path)).status).toBe(404);
    }
    await change({ is_open: true });
  });

  it('is the chat with the owner’s words, as text, however they are written', async () => {
    const evil = `"><script>alert(1)</script>'`;
    const settings = { title: evil, greeting: evil, color: evil, prompts: ['One', evil] };
    await change({ has_page: true, settings });
    const text = await (await get()).text();
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;</title>');
    expect(text).toContain(`data-site="${site.public_id}"`);
    expect(text).toContain('data-prompts="One|&quot;&gt;');
  });

  it('is there although another version has stored settings that this one doesn’t take', async () => {
    await harness.db.query('UPDATE public_sites SET settings = $2 WHERE client_id = $1', [
      site.client_id,
      JSON.stringify({ title: 5, greeting: 'Hello.', onload: 'x', theme: 'neon' }),
    ]);
    const text = await (await get()).text();
    expect(text).toContain('data-greeting="Hello."');
    expect(text).not.toMatch(/data-(onload|theme|title)/);
    expect((await open(harness, site)).ticket.settings).toEqual({ greeting: 'Hello.' });
  });

  it('says nothing of a launcher, since the chat is the page', async () => {
    await change({ settings: { position: 'left', hideOn: ['/*'], launcher: 'Ask', nudge: 'Hi' } });
    const text = await (await get()).text();
    expect(text).not.toMatch(/data-(position|hide-on|launcher|nudge)/);
  });

  it('is nobody’s frame, until the owner lets the site’s pages frame it', async () => {
    const policy = async () => (await get()).headers.get('content-security-policy');
    expect(await policy()).toContain("frame-ancestors 'none'");
    await change({ may_be_framed: true });
    expect(await policy()).toContain(`frame-ancestors ${SHOP} https://*.shop.example`);
    await change({ may_be_framed: false });
  });

  it('can be installed as an app, with the owner’s name and pictures of its own', async () => {
    await change({ settings: { title: 'Lamp shop', color: '#ff8800' } });
    const manifest = await (await get('/app.webmanifest')).json();
    expect(manifest).toMatchObject({
      name: 'Lamp shop',
      start_url: `../${site.public_id}`,
      display: 'standalone',
      theme_color: '#ff8800',
    });
    for (const { src, sizes } of manifest.icons) {
      const icon = await get(`/${src}`);
      expect(icon.headers.get('content-type')).toBe('image/png');
      const { width, height, data } = decode(await icon.bytes());
      expect(`${width}x${height}`).toBe(sizes);
      expect([...data.slice(0, 3)]).toEqual([0xff, 0x88, 0]);
    }
  });

  it('has a picture for messengers: the owner’s, or one that is drawn', async () => {
    await change({ settings: { title: 'Lamp shop' } });
    const drawn = await (await get()).text();
    const address = /og:image" content="([^"]+)"/.exec(drawn)?.[1] ?? '';
    expect(address).toBe(`http://localhost/c/${site.public_id}/preview.png`);
    expect((await harness.gateway.request(address)).status).toBe(200);
    await change({ settings: { avatar: 'https://shop.example/face.png' } });
    expect(await (await get()).text()).toContain(
      'og:image" content="https://shop.example/face.png"',
    );
  });

  it('gets its visitors’ sessions from the gateway’s own origin', async () => {
    const own = { origin: 'https://gateway.example', headers: { host: 'gateway.example' } };
    const { status, ticket } = await open(harness, site, {}, own);
    expect(status).toBe(200);
    const path = `http://gateway.example/v1/sessions/${ticket.session_id}/events`;
    const list = await harness.gateway.request(path, {
      headers: { Authorization: `Bearer ${ticket.token}`, Host: 'gateway.example' },
    });
    expect(list.status).toBe(200);
  });
});

// The hosted pages of sites: 404 until their owners switch them on, and while the site's public id opens nothing.

import type { Db } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { notFound } from '../kernel/http-error.ts';
import { manifestOf, PAGE_CSS, pagePolicy, renderPage } from './hosted-page.ts';
import { drawPicture } from './picture.ts';
import { openPublicSite, type PublicSite } from './public-site.ts';
import { readSettings } from './site-settings.ts';

const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };
/** A setting that was changed at the desk is seen within a minute. */
const SOON = 'public, max-age=60';
const PICTURE_CACHE = 'public, max-age=3600';
const SIZES = new Map([
  ['icon-192.png', { width: 192, height: 192 }],
  ['icon-512.png', { width: 512, height: 512 }],
  ['preview.png', { width: 1200, height: 630 }],
]);
const MAX_DRAWN = 100;

interface Needs {
  db: Db;
}

export const hostedPages: Routes<Needs> = (app, { db }) => {
  /** By name and colour: drawing one takes some tenths of a second. */
  const drawn = new Map<string, Uint8Array>();

  app.get('/c/page.css', (c) =>
    c.body(PAGE_CSS, 200, {
      ...HEADERS,
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': PICTURE_CACHE,
    }),
  );

  app.get('/c/:public_id', async (c) => {
    const site = await findPage(c.req.param('public_id'));
    const { protocol, host } = new URL(c.req.url);
    // Behind a proxy that speaks TLS for the gateway, the visitor's browser has another scheme.
    const scheme = c.req.header('x-forwarded-proto') === 'https' ? 'https:' : protocol;
    return c.html(renderPage(site, `${scheme}//${host}`), 200, {
      ...HEADERS,
      'Content-Security-Policy': pagePolicy(site),
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self)',
      'Cache-Control': SOON,
      Vary: 'X-Forwarded-Proto',
    });
  });

  app.get('/c/:public_id/app.webmanifest', async (c) => {
    const site = await findPage(c.req.param('public_id'));
    return c.body(JSON.stringify(manifestOf(site)), 200, {
      ...HEADERS,
      'Content-Type': 'application/manifest+json',
      'Cache-Control': SOON,
    });
  });

  for (const [name, size] of SIZES) {
    app.get(`/c/:public_id/${name}`, async (c) => {
      const site = await findPage(c.req.param('public_id'));
      const { color } = readSettings(site.settings);
      const key = `${name} ${color}`;
      const picture = drawn.get(key) ?? drawPicture(size, color);
      drawn.delete(key);
      drawn.set(key, picture);
      for (const oldest of drawn.keys()) {
        if (drawn.size <= MAX_DRAWN) break;
        drawn.delete(oldest);
      }
      return c.body(Buffer.from(picture), 200, {
        ...HEADERS,
        'Content-Type': 'image/png',
        'Cache-Control': PICTURE_CACHE,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
    });
  }

  async function findPage(publicId: string): Promise<PublicSite> {
    const site = await openPublicSite(db, publicId).catch(() => null);
    if (site?.has_page !== true) throw notFound('There is no page at this address.');
    return site;
  }
};

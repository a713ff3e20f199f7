// The demo shop as a function of requests: pages, pictures, assets, the widget's files, and the session endpoint.
// It listens to nothing (main.ts does) and reads no environment.

import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { findProduct, publicCatalog } from './catalog.ts';
import { knowledgeDocuments } from './handbook.ts';
import { layout, type PageExtra } from './pages/layout.ts';
import { homePage, productPage, shelfPage } from './pages/products.ts';
import { cartPage, checkoutPage, contactPage, missingPage, shippingPage } from './pages/service.ts';
import { toolsPage, wirePage } from './pages/wire.ts';
import { drawPicture } from './pictures.ts';
import { createSessionEndpoint } from './session-endpoint.ts';

export interface SiteOptions {
  /** The gateway as browsers reach it, and as this server does. */
  gatewayUrl: string;
  adminKey: string;
  /** This site's own address, for links in the knowledge base. */
  siteUrl: string;
  /** Folder of the built widget. */
  distDir: string;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

const ASSETS = join(import.meta.dirname, 'assets');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** `outgoing` is there when Node's own server listens. */
type Env = { Bindings: Partial<HttpBindings> };

export function createSite(options: SiteOptions): Hono<Env> {
  const site = new Hono<Env>();
  const gatewayOrigin = new URL(options.gatewayUrl).origin;
  const endpoint = createSessionEndpoint({
    gatewayUrl: options.gatewayUrl,
    adminKey: options.adminKey,
    fetch: options.fetch ?? fetch,
    documents: knowledgeDocuments(options.siteUrl),
  });

  site.use(
    secureHeaders({
      // Use a strict policy on purpose: what works here also works on a site with a strict policy of its own.
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", gatewayOrigin],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['bellhop'],
      },
      strictTransportSecurity: false,
    }),
  );

  // A visitor who walks through the shop requests the same files again: answer those with 304.
  site.use(compress());
  site.use('/assets/*', etag());
  site.use('/bellhop.js', etag());
  site.use('/catalog.json', etag());

  const page = (
    context: Context,
    title: string,
    body: unknown,
    extra?: PageExtra,
    status: 200 | 404 = 200,
  ) =>
    context.html(
      layout(
        { gatewayUrl: options.gatewayUrl, siteUrl: options.siteUrl, path: context.req.path },
        title,
        body,
        extra,
      ),
      status,
    );

  site.get('/', (c) => page(c, 'Useful things for slow mornings', homePage()));
  site.get('/products', (c) => page(c, 'All products', shelfPage(c.req.query('q') ?? '')));
  site.get('/products/:id', (c) => {
    const product = findProduct(c.req.param('id'));
    return product
      ? page(c, product.name, productPage(product, c.req.query('variant')), {
          script: 'product.js',
          prompts: [
            product.inStock
              ? `Add one ${product.name.toLowerCase()} to my cart`
              : 'What else is there?',
            `How do I care for the ${product.name.toLowerCase()}?`,
            'How long can I return it?',
          ],
        })
      : page(c, 'Not found', missingPage(), undefined, 404);
  });
  site.get('/cart', (c) =>
    page(c, 'Your cart', cartPage(), {
      script: 'cart-page.js',
      prompts: ['What is in my cart?', 'Apply coupon FERN10', 'Take me to checkout'],
    }),
  );
  site.get('/checkout', (c) =>
    page(c, 'Checkout', checkoutPage(), {
      script: 'cart-page.js',
      prompts: ['What is in my cart?', 'Apply coupon FERN10', 'Which ways to pay are there?'],
    }),
  );
  site.get('/shipping', (c) =>
    page(c, 'Shipping and returns', shippingPage(), {
      prompts: ['Do you ship to Norway?', 'How do I return something?', 'My mug arrived broken'],
    }),
  );
  site.get('/contact', (c) =>
    page(c, 'Contact', contactPage(), {
      script: 'contact.js',
      prompts: ['Fill in the form: my parcel hasn’t come', 'When are you open?'],
    }),
  );
  site.get('/wire', (c) =>
    page(c, 'Behind the scenes', wirePage(), { script: 'wire.js', debug: true }),
  );
  site.get('/tools', (c) =>
    page(c, 'Tools that fail on purpose', toolsPage(), { script: 'tools-lab.js' }),
  );

  site.post('/session', (c) => endpoint.chat(c.req.raw));
  site.post('/session/delete', (c) => endpoint.chat.remove(c.req.raw));
  site.post('/session/feedback', (c) => endpoint.chat.feedback(c.req.raw));
  site.get('/wire.json', async (c) => {
    c.header('Cache-Control', 'no-store');
    try {
      return c.json({ events: await endpoint.listOwnEvents(c.req.raw) });
    } catch {
      return c.json({ error: 'The gateway could not be reached.' }, 503);
    }
  });
  // A connection that breaks, for the page of failing tools.
  site.get('/broken-line', (c) => {
    const { outgoing } = c.env ?? {};
    if (outgoing === undefined) return c.text('Bad gateway', 502);
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  site.get('/catalog.json', (c) => c.json({ products: publicCatalog() }));
  site.get('/pictures/:file{.+\\.svg}', (c) => {
    const name = c.req.param('file').replace(/\.svg$/, '');
    const product = findProduct(name) ?? findProduct(name.slice(0, name.lastIndexOf('-')));
    const svg = product && drawPicture(product.id, name.slice(product.id.length + 1));
    if (!svg) return c.notFound();
    c.header('Cache-Control', 'public, max-age=3600');
    return c.body(svg, 200, { 'Content-Type': 'image/svg+xml' });
  });

  site.get('/assets/*', (c) =>
    serveFile(c, ASSETS, c.req.path.slice('/assets/'.length), 'no-cache'),
  );
  // The widget's files carry this header wherever they are served from, so that any site may use them.
  site.use('/bellhop*', async (c, next) => {
    await next();
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  });
  // The chat as a page of its own, with the shop's settings in the place of its owner's.
  site.get('/chat.html', async (c) => {
    const page = await readFile(join(options.distDir, 'chat.html'), 'utf8').catch(() => null);
    if (page === null) return c.notFound();
    const settings: Readonly<Record<string, string>> = {
      'bellhop:gateway': options.gatewayUrl,
      'bellhop:session': '/session',
      'bellhop:delete-url': '/session/delete',
    };
    return c.html(
      page.replace(/(<meta name="([\w:]+)" content=")[^"]*/g, (all, start: string, name: string) =>
        name in settings ? start + settings[name] : all,
      ),
    );
  });
  for (const file of ['chat.js', 'chat.css']) {
    site.get(`/${file}`, (c) => serveFile(c, options.distDir, file, 'no-cache'));
  }
  site.get('/bellhop.js', (c) => serveFile(c, options.distDir, 'bellhop.js', 'no-cache'));
  site.get('/bellhop/*', (c) =>
    serveFile(c, options.distDir, c.req.path.slice(1), 'public, max-age=31536000, immutable'),
  );
  site.notFound((c) => page(c, 'Not found', missingPage(), undefined, 404));
  return site;
}

async function serveFile(c: Context, folder: string, name: string, cacheControl: string) {
  try {
    const path = normalize(join(folder, decodeURIComponent(name)));
    if (!path.startsWith(folder + sep)) return c.notFound();
    const body = await readFile(path);
    c.header('Cache-Control', cacheControl);
    return c.body(body, 200, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    });
  } catch {
    return c.notFound();
  }
}

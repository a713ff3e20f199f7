// What a gateway answers as long as its database is being opened: a program hears 503 and when to ask again; a person sees a calm
// line on a page that goes on by itself.

import { crossOrigin } from '../kernel/http/cors.ts';

/** How often the page asks; the same as Retry-After, in which a program is told it. */
const AGAIN_S = 1;

/** Asks for the page's own address again, and shows it once it answers with anything else. The fragment stays: it may sign in. */
const SCRIPT = `const look = () => fetch(location.href, { cache: 'no-store' }).then(
  (reply) => (reply.status === 503 ? later() : location.reload()), later);
const later = () => { setTimeout(look, ${AGAIN_S * 1000}); };
later();`;

const STYLE = `body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.5 system-ui, sans-serif;
  color-scheme: light dark; color: light-dark(#333, #ddd); background: light-dark(#fff, #1b1b1b); }`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="${AGAIN_S * 2}"></noscript>
<title>Starting…</title>
<style>${STYLE}</style>
<script type="module">${SCRIPT}</script>
</head>
<body><p role="status">The gateway is starting. This page goes on by itself.</p></body>
</html>
`;

/**
 * Reply to any request before the gateway is ready. A site's page, which is of another origin, must be able to read it: a browser
 * would call it a failure by CORS, and keep to itself when to ask again.
 * @param allowed exact origins; null: any
 */
export async function startingReply(
  request: Request,
  allowed: readonly string[] | null,
): Promise<Response> {
  const { isPreflight, headers } = crossOrigin(request, allowed);
  const reply = isPreflight ? new Response(null, { status: 204 }) : await replyTo(request);
  reply.headers.append('Vary', 'Origin');
  for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
  return reply;
}

async function replyTo(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/livez') return Response.json({ status: 'starting' });
  const headers = { 'Retry-After': String(AGAIN_S), 'Cache-Control': 'no-store' };
  const isPage =
    request.method === 'GET' &&
    // Only browsers that load a page itself say so: nobody's script, style or picture gets HTML.
    (request.headers.get('accept') ?? '').split(',').includes('text/html');
  return isPage
    ? new Response(PAGE, {
        status: 503,
        headers: {
          ...headers,
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': await policy(),
          'X-Content-Type-Options': 'nosniff',
        },
      })
    : new Response('The gateway is starting.', { status: 503, headers });
}

async function policy(): Promise<string> {
  const [script, style] = await Promise.all([SCRIPT, STYLE].map(hash));
  return `default-src 'none'; connect-src 'self'; script-src '${script}'; style-src '${style}'; base-uri 'none'; frame-ancestors 'none'`;
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${Buffer.from(digest).toString('base64')}`;
}

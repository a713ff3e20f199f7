// The page behind the link of a mail: nothing but the chat, with the conversation that the link is signed for. Looking at it changes
// nothing, so programs that open links in mails do no harm.

import { html } from 'hono/html';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { signSessionToken } from '../kernel/auth/session-tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import type { Ids } from '../kernel/ids.ts';
import { SESSION_EVENTS_SCOPE } from '../log/session-access.ts';
import { findSession, type SessionRow } from '../log/session-row.ts';
import { readContinueLink } from '../mail/continue-link.ts';
import { attributesOf, PAGE_POLICY } from './hosted-page.ts';
import { findPublicSite } from './public-site.ts';
import { shownSettings } from './site-settings.ts';

const EXPIRY_MS = 24 * 3_600_000;
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};
const POLICY = [...PAGE_POLICY, "frame-ancestors 'none'"].join('; ');
/** The page makes no request for a conversation until somebody shows interest; who has pressed the link has. */
const OPENS = '(window.bellhop ||= []).push((chat) => chat.open());\n';
const OVER = 'This link has ended. Go to the website to write again.';

interface Needs {
  db: Db;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
}

export const continuedPages: Routes<Needs> = (app, { db, clock, ids, secrets }) => {
  app.get('/c/continue.js', (c) =>
    c.body(OPENS, 200, { ...HEADERS, 'Content-Type': 'text/javascript; charset=utf-8' }),
  );

  app.get('/c/continue/:link', async (c) => {
    const link = c.req.param('link');
    const session = await findLinked(link);
    const site = session?.client_id ? await findPublicSite(db, session.client_id) : null;
    const settings = site === null ? {} : shownSettings(site);
    const lang = settings.lang === undefined || settings.lang === 'auto' ? 'en' : settings.lang;
    const { protocol, host } = new URL(c.req.url);
    // Behind a proxy that speaks TLS for the gateway, the visitor's browser has another scheme.
    const scheme = c.req.header('x-forwarded-proto') === 'https' ? 'https:' : protocol;
    const origin = `${scheme}//${host}`;
    const script = html`<script async src="../../bellhop.js" data-gateway="${origin}" data-session="${link}/session" data-target="#chat" data-history="none"${attributesOf(settings)}></script>`;
    const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${settings.title ?? site?.name ?? 'Chat'}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../page.css">
</head>
<body>
<main id="chat"></main>
${session === null ? html`<p>${OVER}</p>` : html`<script src="../continue.js"></script>${script}`}
</body>
</html>
`;
    return c.html(page, session === null ? 404 : 200, {
      ...HEADERS,
      'Content-Security-Policy': POLICY,
    });
  });

  /** The page's own session endpoint: whoever keeps it open for longer than a token lasts gets another. */
  app.post('/c/continue/:link/session', async (c) => {
    const session = await findLinked(c.req.param('link'));
    if (session === null) return c.json({ error: { message: OVER } }, 404, HEADERS);
    return c.json({ session_id: session.session_id, token: await tokenOf(session) }, 200, HEADERS);
  });

  async function tokenOf({ session_id, owner_id, agent }: SessionRow): Promise<string> {
    return signSessionToken(
      await secrets.session_tokens.signing(),
      clock,
      { session_id, owner_id, agent, scopes: [SESSION_EVENTS_SCOPE] },
      { expiresAtMs: clock.now() + EXPIRY_MS, jti: ids.uuid() },
    );
  }

  async function findLinked(link: string) {
    const id = await readContinueLink({ keyring: secrets.session_tokens, clock }, link);
    return id === null ? null : findSession(db, EVERYTHING, id);
  }
};

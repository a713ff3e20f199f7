// A site's hosted page: nothing but the chat, for a link or a QR code, and for a frame where the owner allows it.

import { html } from 'hono/html';
import { readOrigins } from '../kernel/tenants/origins.ts';
import type { PublicSite } from './public-site.ts';
import { readSettings, type SiteSettings, shownSettings } from './site-settings.ts';

/** The file of the page's style, below /c/. */
export const PAGE_CSS = `:root {
  color-scheme: light dark;
}
body {
  margin: 0;
  font: 16px/1.5 system-ui, sans-serif;
}
#chat {
  position: fixed;
  inset: 0;
  box-sizing: border-box;
  padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
    env(safe-area-inset-left);
}
/* At the window's edge there is no outline. */
bellhop-host::part(panel) {
  border: 0;
  border-radius: 0;
}
p {
  margin: 20vh auto;
  max-inline-size: 32em;
  padding-inline: 20px;
  text-align: center;
}
`;

/** Scripts, styles and requests of the gateway alone; pictures as the owner's settings name them. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types bellhop',
];

/** @returns the value of Content-Security-Policy */
export function pagePolicy(site: PublicSite): string {
  const framers = site.may_be_framed ? (readOrigins(site.allowed_origins) ?? []) : [];
  const allowed = framers.length === 0 ? "'none'" : framers.join(' ');
  return [...PAGE_POLICY, `frame-ancestors ${allowed}`].join('; ');
}

export interface PageLooks {
  title: string;
  description: string;
  /** A CSS colour; undefined: the widget's own. */
  color: string | undefined;
  /** The owner's picture, an http address; null: one is drawn. */
  picture: string | null;
}

export function looksOf(site: PublicSite, settings: SiteSettings): PageLooks {
  const { avatar = '', title = '', greeting = '', color } = settings;
  return {
    title: title.trim() || site.name?.trim() || 'Chat',
    description: greeting.trim(),
    color,
    picture: /^https?:\/\//.test(avatar) ? avatar : null,
  };
}

/** Settings that belong to a launcher on somebody's page; here the chat is the page. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'position',
  'offset',
  'launcher',
  'hideOn',
  'nudge',
]);

/** The settings as attributes of the script tag. */
export function attributesOf(settings: SiteSettings) {
  return Object.entries(settings)
    .filter(([name]) => !NOT_HERE.has(name))
    .map(([name, value]) => {
      const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const text = Array.isArray(value)
        ? value.join('|')
        : typeof value === 'boolean'
          ? value
            ? 'on'
            : 'off'
          : String(value);
      return html` ${attribute}="${text}"`;
    });
}

/** @param origin the gateway's own, as the visitor's browser has it: messengers want whole addresses of pictures */
export function renderPage(site: PublicSite, origin: string) {
  const settings = shownSettings(site);
  const { title, description, color, picture } = looksOf(site, settings);
  const own = `${origin}/c/${site.public_id}`;
  const lang = settings.lang === undefined || settings.lang === 'auto' ? 'en' : settings.lang;
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${own}">
<meta property="og:image" content="${picture ?? `${own}/preview.png`}">
<meta name="twitter:card" content="${picture === null ? 'summary_large_image' : 'summary'}">
<meta name="theme-color" content="${color ?? '#005b5b'}">
<link rel="manifest" href="${site.public_id}/app.webmanifest">
<link rel="icon" href="${picture ?? `${site.public_id}/icon-192.png`}">
<link rel="apple-touch-icon" href="${site.public_id}/icon-192.png">
<link rel="stylesheet" href="page.css">
</head>
<body>
<main id="chat"></main>
<noscript><p>The chat needs JavaScript.</p></noscript>
<script async src="../bellhop.js" data-site="${site.public_id}" data-target="#chat"${attributesOf(settings)}></script>
</body>
</html>
`;
}

/** The description of the page as an app that a phone may install. */
export function manifestOf(site: PublicSite) {
  const { title, description, color = '#005b5b' } = looksOf(site, readSettings(site.settings));
  return {
    name: title,
    short_name: [...title].slice(0, 12).join(''),
    ...(description === '' ? {} : { description }),
    id: `../${site.public_id}`,
    start_url: `../${site.public_id}`,
    scope: `../${site.public_id}`,
    display: 'standalone',
    theme_color: color,
    background_color: '#ffffff',
    icons: [192, 512].map((size) => ({
      src: `icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  };
}

// The desk's own page and files, at /desk and at its former address /console. Any address below one of them that names no file is the page itself, which reads the address.

import type { Routes } from '../kernel/http/route-module.ts';
import type { Desk, DeskFile } from './desk.ts';

/**
 * Scripts and styles of this origin alone, and one policy for the text of answers: no HTML gets in any other way. Frames are the preview,
 * and apps of tool servers.
 * @param appsFrom the origin from which apps' frames come; null: this one
 */
const deskPolicy = (appsFrom: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src 'self'${appsFrom === null ? '' : ` ${appsFrom}`}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types bellhop bellhop-worker',
  ].join('; ');

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};
/** The build writes a hash into these names. */
const HASHED = /^assets\//;
/** Files of the preview. */
const OF_PREVIEW = /^assets\/preview-/;
/** The frame in which the desk shows the real widget. */
const PREVIEW = 'preview.html';
/**
 * The preview's policy. It has an origin of its own (`sandbox`), so that nothing in it reaches the desk or its cookie, and talks
 * only in trials. Pictures are those that the owner names.
 */
export const PREVIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types bellhop bellhop-preview',
  'sandbox allow-scripts',
].join('; ');
const NOT_BUILT = `The desk isn’t built. Run “npm run build” in the project’s folder, then start the gateway again.
`;

interface Needs {
  desk: Pick<Desk, 'files'>;
  options: { sandboxOrigin: string | null };
}

/** The second is the first's former name: bookmarks, WordPress plugins and identity providers have it. */
const BASES = ['/desk', '/console'];

export const deskPages: Routes<Needs> = (app, { desk, options }) => {
  const policy = deskPolicy(options.sandboxOrigin);
  app.on('GET', [...BASES.map((base) => `${base}/*`)], async (c) => {
    const { files } = desk;
    const path = c.req.path.replace(/^\/(?:desk|console)\/?/, '');
    const headers = {
      ...SECURITY_HEADERS,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': path === PREVIEW ? PREVIEW_POLICY : policy,
      // The preview has no origin, so that its own files are another's to it.
      ...(OF_PREVIEW.test(path) ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    };
    if (files === null) {
      return c.body(NOT_BUILT, 503, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
    }
    const file = await files(path === '' ? 'index.html' : path);
    // A file of an older build, which a page that is still open asks for: never the page in its place.
    if (file === null && HASHED.test(path)) {
      const type = { 'Content-Type': 'text/plain; charset=utf-8' };
      return c.body('This file is gone: load the desk again.\n', 404, { ...headers, ...type });
    }
    const shown = file ?? (await files('index.html'));
    if (shown === null) return c.body(NOT_BUILT, 503, headers);
    const cached = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
    const { bytes, encoding } = encodedFile(shown, c.req.header('accept-encoding') ?? '');
    return c.body(Buffer.from(bytes), 200, {
      ...headers,
      ...encoding,
      'Content-Type': shown.type,
      'Cache-Control': cached,
      Vary: 'Accept-Encoding',
    });
  });
};

interface Encoded {
  bytes: Uint8Array;
  encoding: Record<string, string>;
}

export function encodedFile({ bytes, brotli }: DeskFile, accepted: string): Encoded {
  return brotli !== null && /\bbr\b/.test(accepted)
    ? { bytes: brotli, encoding: { 'Content-Encoding': 'br' } }
    : { bytes, encoding: {} };
}

// What whoever draws an app is told of it. Pure.

import type { ShownApp } from './app-rows.ts';

/** @param origin where its frame comes from. */
export function replyOf(shown: ShownApp, origin: string) {
  const { digest, html, terms, tool, input, result } = shown;
  const { policy, permissions, border } = terms;
  return {
    digest,
    html,
    ...(border === null ? {} : { border }),
    policy,
    permissions,
    sandbox: frameOf(origin, digest),
    tool,
    input,
    result,
  };
}

/** @param digest `none` for HTML of a page's own tool. */
export const frameOf = (origin: string, digest: string): string => `${origin}/app-frame/${digest}`;

/** Behind a proxy that speaks TLS for the gateway, browsers have another scheme. */
export function ownOrigin(request: Request): string {
  const { protocol, host } = new URL(request.url);
  return `${request.headers.get('x-forwarded-proto') === 'https' ? 'https:' : protocol}//${host}`;
}

// One POST to the owner's backend: no redirect is followed, the reply isn't read beyond its status.

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { faultOfUrl, publicLookup } from '../kernel/outside-address.ts';

const TIMEOUT_MS = 10_000;

export interface WebhookPost {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The status of the reply; null where there was none. */
export type PostWebhook = (post: WebhookPost) => Promise<number | null>;

/** @param mayBePrivate whether addresses in private networks, and http, are allowed */
export function createPostWebhook(mayBePrivate: boolean): PostWebhook {
  return ({ url, headers, body }) =>
    new Promise((resolve) => {
      if (faultOfUrl(url, mayBePrivate) !== null) return resolve(null);
      const request = url.startsWith('https:') ? httpsRequest : httpRequest;
      const sent = request(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(mayBePrivate ? {} : { lookup: publicLookup }),
      });
      sent.once('response', (response) => {
        resolve(response.statusCode ?? null);
        response.destroy();
      });
      sent.on('error', () => resolve(null));
      sent.end(body);
    });
}

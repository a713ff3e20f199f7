// Deletes a conversation at the gateway for good: by the site's endpoint where it has one, else by the gateway of a site with a
// public id. Fetched when a visitor asks for it.

import { createDeleteEndpoint } from '../client/index.ts';
import type { CheckedOptions } from '../loader/attributes.ts';
import type { Platform } from '../platform/index.ts';
import type { Tickets } from './tickets.ts';

/** Rejects where it couldn't be deleted. */
export async function erase(
  sessionId: string,
  { deleteUrl, loginNonceUrl }: Pick<CheckedOptions, 'deleteUrl' | 'loginNonceUrl'>,
  platform: Platform,
  tickets: Pick<Tickets, 'site'>,
): Promise<void> {
  if (deleteUrl === null) {
    await (await tickets.site())?.remove(sessionId);
    return;
  }
  const call = createDeleteEndpoint({
    ...platform,
    url: deleteUrl,
    loginNonceUrl,
  });
  await call(sessionId);
}

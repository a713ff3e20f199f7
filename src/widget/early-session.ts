// A visitor's first session is asked for while the core is fetched, which would ask in the same words a round trip later.

import type { Stage } from './stage.ts';

/**
 * Asks the site's endpoint where nothing but `{}` can stand in the request: no tools, no conversation of an earlier page.
 * The core takes the reply; it asks by itself if it wants to say more after all.
 */
export async function askEarly(stage: Stage, hasStored: () => Promise<boolean>): Promise<void> {
  const { raw, options } = stage;
  const { session: url, history, sessionId, tools, cards, consent, loginNonceUrl } = options();
  const isTold = raw.getSession || raw.doors || sessionId || consent || loginNonceUrl;
  // These are the defaults: the page's own tools, of which the caller knows that there are none yet, no cards, and a history
  // that is kept here. Anything else would stand in the request, or in a place that isn't asked here.
  if (!url || isTold || `${[tools, cards, history]}` !== 'page,,local' || (await hasStored()))
    return;
  const type = 'application/json';
  const headers = { 'content-type': type, accept: type };
  const init = { __proto__: null, method: 'POST', redirect: 'manual', headers, body: '{}' };
  const reply = fetch(url, init as unknown as RequestInit);
  stage.early = (address, asked) => {
    stage.early = undefined;
    return address === url && asked?.body === '{}' ? reply : undefined;
  };
  // A failure is the core's to tell.
  await reply;
}

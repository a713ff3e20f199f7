// Posts what a visitor said of an answer to the owner's address (`data-feedback-url`). Fetched with the first press.

import { writeJson } from '../dom/json.ts';
import type { Feedback } from '../ui/types.ts';

/**
 * Rejects where the address doesn't answer 2xx.
 * @param url of the page's own origin; gets `{ session_id, event_id, value, comment? }`, `value` being "up", "down" or null
 */
export async function sendFeedback(
  url: string,
  sessionId: string | null,
  { eventId, value, comment }: Feedback,
): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'error',
    // Also where the visitor leaves the page right after the press.
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: writeJson({
      session_id: sessionId,
      event_id: eventId,
      value,
      ...(comment === undefined ? {} : { comment }),
    }),
  });
  if (!reply.ok) throw new Error(`data-feedback-url answered ${reply.status}.`);
}

// Calls of the settings page: over REST, and by admin-ajax.php where a firewall or a rule of the server closes that to owners, too.

import apiFetch from '@wordpress/api-fetch';
import { errorOf, type Refusal } from '../api.ts';

/** The plugin's own refusals, and what says that nothing or a broken server answered: another way would bring the same. */
const IS_ANSWER = /^(bellhop_|fetch_error$|offline_error$|internal_server_error$)/;

/** Whether REST was found closed, and the other way open. */
let isClosed = false;

/**
 * @param act of a button; '' stores what `data` names.
 * @param door the address of the other way.
 */
export async function call<T>(
  act: string,
  data: Record<string, unknown>,
  door: string,
  { keepalive = false } = {},
): Promise<T> {
  const byRest = () =>
    apiFetch<T>({
      path: `/bellhop/v1/settings/page${act === '' ? '' : `/${act}`}`,
      method: 'POST',
      data,
      keepalive,
    });
  try {
    if (isClosed) return await byDoor<T>(door, act, data, keepalive);
    try {
      return await byRest();
    } catch (error) {
      if (IS_ANSWER.test((error as Refusal).code ?? '')) throw error;
      const done = await byDoor<T>(door, act, data, keepalive).catch((other: Refusal) => {
        isClosed = IS_ANSWER.test(other.code ?? '');
        throw isClosed ? other : error;
      });
      isClosed = true;
      return done;
    }
  } catch (error) {
    throw errorOf(error);
  }
}

/** Rejects as apiFetch does. */
async function byDoor<T>(door: string, act: string, data: unknown, keepalive: boolean): Promise<T> {
  const reply = await fetch(door, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ act, data }),
    keepalive,
  });
  const said = (await reply.json().catch(() => ({ code: 'invalid_json' }))) as T & Refusal;
  if (!reply.ok || said.code !== undefined) throw said;
  return said;
}

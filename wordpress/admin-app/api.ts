// Calls of the settings page: over REST, and by admin-ajax.php where a firewall or a rule of the server closes that to owners, too.
// An error says of which fields it is, and of what else.

import apiFetch from '@wordpress/api-fetch';
import { __ } from '@wordpress/i18n';

export class CallError extends Error {
  /** Sentences by field; empty where the call itself failed. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message);
    this.fields = fields;
  }
}

interface Refusal {
  code?: string;
  message?: string;
  data?: { fields?: Record<string, string>; status?: number } | null;
}

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
    const { code, message, data: told } = (error ?? {}) as Refusal;
    const fields = told?.fields ?? {};
    if (Object.keys(fields).length > 0) throw new CallError(message ?? '', fields);
    throw new CallError(wordsOf(code, message, told?.status), {});
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

function wordsOf(code = '', message = '', status = 0): string {
  if (code === 'rest_cookie_invalid_nonce' || code === 'rest_forbidden' || status === 401) {
    return __('You are no longer signed in. Sign in in another tab, then try again.', 'bellhop');
  }
  if (code === '' || /^(fetch|offline)_error$|^invalid_json$/.test(code) || message === '') {
    return __('Your server could not be reached. Try again in a moment.', 'bellhop');
  }
  return message;
}

// Calls of the plugin's REST routes, and what an error says: of which fields, and of what else.

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

/** @param path below /bellhop/v1/. */
export async function call<T>(
  path: string,
  data: Record<string, unknown> | null = null,
  { keepalive = false } = {},
): Promise<T> {
  try {
    return await apiFetch<T>({
      path: `/bellhop/v1/${path}`,
      method: data === null ? 'GET' : 'POST',
      ...(data === null ? {} : { data }),
      keepalive,
    });
  } catch (error) {
    const { code, message, data: told } = (error ?? {}) as Refusal;
    const fields = told?.fields ?? {};
    if (Object.keys(fields).length > 0) throw new CallError(message ?? '', fields);
    throw new CallError(wordsOf(code, message, told?.status), {});
  }
}

function wordsOf(code = '', message = '', status = 0): string {
  if (code === 'rest_cookie_invalid_nonce' || code === 'rest_forbidden' || status === 401) {
    return __('You are no longer signed in. Sign in in another tab, then try again.', 'bellhop');
  }
  if (code === 'fetch_error' || code === 'offline_error' || message === '') {
    return __('Your server could not be reached. Try again in a moment.', 'bellhop');
  }
  return message;
}

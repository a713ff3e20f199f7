// What an error of the plugin's calls says: of which fields, and of what else.

import { __ } from '@wordpress/i18n';

export class CallError extends Error {
  /** Sentences by field; empty where the call itself failed. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message);
    this.fields = fields;
  }
}

/** What apiFetch rejects with. */
export interface Refusal {
  code?: string;
  message?: string;
  data?: { fields?: Record<string, string>; status?: number } | null;
}

export function errorOf(error: unknown): CallError {
  const { code, message, data: told } = (error ?? {}) as Refusal;
  const fields = told?.fields ?? {};
  if (Object.keys(fields).length > 0) return new CallError(message ?? '', fields);
  return new CallError(wordsOf(code, message, told?.status), {});
}

function wordsOf(code = '', message = '', status = 0): string {
  if (code === 'rest_cookie_invalid_nonce' || status === 401) {
    return __('You are no longer signed in. Sign in in another tab, then try again.', 'bellhop');
  }
  if (code === '' || /^(fetch|offline)_error$|^invalid_json$/.test(code) || message === '') {
    return __('Your server could not be reached. Try again in a moment.', 'bellhop');
  }
  return message;
}

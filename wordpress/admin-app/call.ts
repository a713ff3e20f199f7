// Calls of the plugin's REST routes.

import apiFetch from '@wordpress/api-fetch';
import { errorOf } from './api.ts';

/** @param path below /bellhop/v1/. @param method where data is given */
export async function call<T>(
  path: string,
  data: Record<string, unknown> | null = null,
  { keepalive = false, method = 'POST' as 'POST' | 'DELETE' } = {},
): Promise<T> {
  try {
    return await apiFetch<T>({
      path: `/bellhop/v1/${path}`,
      method: data === null ? 'GET' : method,
      ...(data === null ? {} : { data }),
      keepalive,
    });
  } catch (error) {
    throw errorOf(error);
  }
}

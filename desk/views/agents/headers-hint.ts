// What is said below a field for headers.

import type { View } from '../view.ts';

/** Values are never shown; those of before stay where nothing is written. */
export function headersHint({ t }: View, names: readonly string[]): string {
  return names.length === 0 ? t('headersHint') : t('headersKept', { names: names.join(', ') });
}

// The sheets that lie over the conversation and the data that only they show: the other conversations, the lines of the
// owner's view, the link that the visitor is asked about. Knows nothing of the conversation below.

import { signal } from '@preact/signals';
import type { Sheet, SheetsModel } from './types.ts';

export function createSheetsModel(
  conversations: SheetsModel['conversations'],
  debug: SheetsModel['debug'],
): SheetsModel {
  const shown = signal<Sheet>(null);
  return {
    shown,
    css: signal(''),
    askedLink: signal(null),
    conversations,
    debug,
    hide() {
      shown.value = null;
    },
  };
}

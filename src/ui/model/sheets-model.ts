// What lies over the conversation, and what only that shows: other conversations, the owner's lines, the link that
// asks first. Knows nothing of the conversation below.

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

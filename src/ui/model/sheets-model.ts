// What lies over the conversation, and what only that shows: other conversations, the owner's lines, the link that
// asks first. Knows nothing of the conversation below.

import { signal } from '@preact/signals';
import type { Sheet, SheetsModel } from './types.ts';

export function createSheetsModel(
  conversations: SheetsModel['conversations'],
  debug: SheetsModel['debug'],
): SheetsModel {
  const shown = signal<Sheet>(null);
  const askedLink = signal<ReturnType<SheetsModel['askedLink']['peek']>>(null);
  return {
    shown,
    css: signal(''),
    askedLink,
    conversations,
    debug,
    askLink(link, from) {
      askedLink.value = { link, from };
      shown.value = 'link';
    },
    hide() {
      shown.value = null;
    },
  };
}

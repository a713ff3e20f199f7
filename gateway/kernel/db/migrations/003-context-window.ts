// A session may say how much its agent reads, so that compaction can be tried without a conversation of 100,000 tokens.

import type { Migration } from '../types.ts';

export const contextWindow: Migration = {
  id: '003-context-window',
  statements: ['ALTER TABLE sessions ADD COLUMN context_window integer'],
};

// What the button of dictation and dictation itself share.

import type { Signal } from '@preact/signals';

/** What dictation does in one chat. */
export interface Voice {
  /** `telling`: it says where the sound goes, and waits for the visitor's yes. */
  phase: Signal<'off' | 'telling' | 'on'>;
  /** Why it ended, in words for the visitor; empty where they ended it themselves. */
  problem: Signal<string>;
  /** Ends what is under way. */
  stop(): void;
}

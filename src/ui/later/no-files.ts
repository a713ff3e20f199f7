// What is said where a visitor drops or pastes a file and the owner takes none.

import WORDS from '../../i18n/later/no-files.ts';
import type { ChatModel } from '../model/types.ts';

const SHOWN_MS = 10_000;

/** Says so above the text field, until the visitor writes on or ten seconds have passed, and to screen readers. */
export function refuseFiles({
  composer,
  ports,
  announcer,
}: Pick<ChatModel, 'composer' | 'ports' | 'announcer'>): void {
  const words = ports.i18n.late(WORDS, 'noFiles');
  composer.note.value = words;
  ports.after(SHOWN_MS, () => {
    if (composer.note.peek() === words) composer.note.value = '';
  });
  announcer.say(words);
}

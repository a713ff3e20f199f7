// What is said where a visitor drops or pastes a file and the owner takes none.

import { document } from '../../dom/document.ts';
import WORDS from '../../i18n/later/no-files.ts';
import type { ChatModel } from '../model/types.ts';

const SHOWN_MS = 10_000;

/** Says so above the text field of `root`, until the visitor writes on or ten seconds have passed, and to screen readers. */
export function refuseFiles(
  { ports, announcer }: Pick<ChatModel, 'ports' | 'announcer'>,
  root: ShadowRoot,
): void {
  const form = root.querySelector('.composer');
  form?.parentElement?.querySelector('.no-files')?.remove();
  const words = ports.i18n.late(WORDS, 'noFiles');
  const note = document.createElement('p');
  note.className = 'note edit-note no-files';
  note.textContent = words;
  form?.before(note);
  const cancel = ports.after(SHOWN_MS, () => note.remove());
  form?.addEventListener(
    'input',
    () => {
      cancel();
      note.remove();
    },
    { once: true },
  );
  announcer.say(words);
}

// A note of a colleague, in the transcript's place in time, and never to be taken for the visitor's.

import type { Note } from '../../../gateway/desk-types.ts';
import { SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function NoteView({ view, note }: { view: View; note: Note }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const act = useAct(view);
  const me = desk.me.value;
  const at = Date.parse(note.created_at);
  const isDeletable = me?.role === 'owner' || me?.person_id === note.person_id;
  return (
    <article class="message note">
      <h3 class="speaker" dir="auto">
        {t('noteBy', { name: note.name })}
      </h3>
      <p class="plain-text" dir="auto">
        {note.text}
      </p>
      <time dateTime={note.created_at}>
        {format.day(at, view.now.value)} {format.time(at)}
      </time>
      {isDeletable && (
        <SurePress
          label={t('deleteReply')}
          sure={t('deleteNote')}
          about={t('note')}
          onSure={() => {
            act.run(() => desk.conversation.removeNote(note.note_id), '');
          }}
        />
      )}
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </article>
  );
}

// Below an answer of the agent's: whoever may teach it corrects what was wrong, in its place.

import { useSignal } from '@preact/signals';
import { questionBefore } from '../../model/learning.ts';
import type { View } from '../view.ts';
import { Teach } from './teach.tsx';

export function Correct({ view, eventId }: { view: View; eventId: string }) {
  const { t, desk } = view;
  const isOpen = useSignal(false);
  const sessionId = desk.conversation.sessionId.value;
  const role = desk.me.value?.role;
  if (sessionId === null || (role !== 'lead' && role !== 'owner')) return null;
  if (!isOpen.value) {
    return (
      <button
        type="button"
        class="plain correct"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t('correctAnswer')}
      </button>
    );
  }
  return (
    <Teach
      view={view}
      sessionId={sessionId}
      asked={questionBefore(desk.conversation.events.peek(), eventId)}
      eventId={eventId}
      onClose={() => {
        isOpen.value = false;
      }}
    />
  );
}

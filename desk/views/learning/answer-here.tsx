// Below what a visitor has asked, in the conversation: whoever may teach the agent writes the answer that it should have given.

import { useSignal } from '@preact/signals';
import type { View } from '../view.ts';
import { Teach } from './teach.tsx';

export function AnswerHere(props: {
  view: View;
  question: string;
  /** Whether it got no good answer, as far as the conversation shows: then the button is there without being looked for. */
  isUnanswered: boolean;
}) {
  const { view, question, isUnanswered } = props;
  const { t, desk } = view;
  const isOpen = useSignal(false);
  const sessionId = desk.conversation.sessionId.value;
  const role = desk.me.value?.role;
  if (sessionId === null || question === '' || (role !== 'lead' && role !== 'owner')) return null;
  if (!isOpen.value) {
    return (
      <button
        type="button"
        class={isUnanswered ? 'plain answer-here' : 'plain answer-here correct'}
        // Not as hidden text: a search in the page would find the visitor's words twice.
        aria-label={`${t('answerThis')} ${question}`}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t('answerThis')}
      </button>
    );
  }
  return (
    <Teach
      view={view}
      sessionId={sessionId}
      asked={question}
      onClose={() => {
        isOpen.value = false;
      }}
    />
  );
}

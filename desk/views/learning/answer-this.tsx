// Beside a group of questions without an answer: somebody of the team writes one, and the group closes.

import { useSignal } from '@preact/signals';
import type { View } from '../view.ts';
import { Teach } from './teach.tsx';

export function AnswerThis(props: { view: View; sessionId: string; question: string }) {
  const { view, sessionId, question } = props;
  const { t, desk } = view;
  const isOpen = useSignal(false);
  if (!isOpen.value) {
    return (
      <p>
        <button
          type="button"
          class="button small"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          {t('answerThis')}
          <span class="hidden"> {question}</span>
        </button>
      </p>
    );
  }
  return (
    <Teach
      view={view}
      sessionId={sessionId}
      asked={question}
      onClose={(isTaught) => {
        isOpen.value = false;
        if (!isTaught) return;
        if (desk.me.peek()?.role === 'owner') desk.numbers.show({});
        else desk.numbers.showUnanswered({});
        desk.learning.load(desk.numbers.projectId.peek());
      }}
    />
  );
}

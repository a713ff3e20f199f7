// May the assistant do this? The card shows exactly what would run; only the visitor's own hand answers, and
// only after the card has been in sight long enough to be read. The answer is bound to this input.

import { useEffect, useRef, useState } from 'preact/hooks';
import { cleanLine, escapeBidi } from '../../content/text.ts';
import type { Decision, ToolQuestion } from '../../tools/types.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { exactFields } from '../model/exact.ts';
import { Icon } from './icons.tsx';
import { Fields } from './tools.tsx';

const SEEN_FOR_MS = 500;

export function Question({ chat, question }: { chat: ChatModel; question: ToolQuestion }) {
  const { t } = chat.words.value;
  const [isAnswered, setAnswered] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const isArmed = useSeenFor(chat, buttons);
  const isDisabled = isAnswered || !isArmed;
  const titleId = `bh-question-${question.toolUseId}`;
  const answer = (decision: Decision) => (event: MouseEvent) => {
    if (isDisabled || !chat.isOwnHand(event)) return;
    setAnswered(true);
    chat.ports.actions.answerTool(question.toolUseId, question.digest, decision);
  };
  const choice = (decision: Decision, words: string, kind: string) => (
    <button
      type="button"
      class={`button ${kind}`}
      aria-disabled={isDisabled ? 'true' : undefined}
      onClick={answer(decision)}
    >
      {words}
    </button>
  );
  const fields = exactFields(question.input);
  return (
    <fieldset
      class={`question ${question.isDestructive ? 'is-destructive' : ''}`}
      part="card"
      aria-labelledby={titleId}
    >
      <p id={titleId} class="question-title">
        <Icon name="shield" />
        <span dir="auto">{t('allowQuestion', { title: cleanLine(question.title) })}</span>
      </p>
      {question.description && (
        <p class="question-text" dir="auto">
          {escapeBidi(question.description)}
        </p>
      )}
      {fields.length > 0 && <Fields label={t('exactly')} fields={fields} />}
      {question.isDestructive && <p class="question-text warn">{t('cantUndo')}</p>}
      <div ref={buttons} class="choices">
        {choice('once', t('allowOnce'), 'filled')}
        {question.offersConversation && choice('conversation', t('allowHere'), 'outlined')}
        {choice('no', t('dontAllow'), 'outlined')}
      </div>
    </fieldset>
  );
}

/** True once the element has been in sight for half a second without a break. */
function useSeenFor(chat: ChatModel, element: { current: Element | null }): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const target = element.current;
    let cancel: (() => void) | null = null;
    const see = (isInSight: boolean) => {
      cancel?.();
      cancel = null;
      if (isInSight) cancel = chat.ports.after(SEEN_FOR_MS, () => setArmed(true));
      else setArmed(false);
    };
    if (!target || typeof IntersectionObserver !== 'function') {
      see(true);
      return () => cancel?.();
    }
    const observer = new IntersectionObserver(
      (entries) => see(entries.at(-1)?.isIntersecting === true),
      // All of the choices may be taller than a very small view; most of them are not.
      { threshold: 0.5 },
    );
    observer.observe(target);
    return () => {
      cancel?.();
      observer.disconnect();
    };
  }, []);
  return isArmed;
}

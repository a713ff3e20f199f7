// May the assistant do this? The card shows exactly what would run; only the visitor's own hand answers, and
// only with a press that was meant for that button (use-aim.ts). The answer is bound to this input.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cleanLine, escapeBidi } from '../../content/text.ts';
import type { Decision, ToolQuestion } from '../../tools/types.ts';
import { exactFields, showInvisible } from '../model/exact.ts';
import { readableName } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { moveOn } from '../move-on.ts';
import { Fields } from './fields.tsx';
import { Icon } from './icons.tsx';
import { useAim } from './use-aim.ts';

export function Question({ chat, question }: { chat: ChatModel; question: ToolQuestion }) {
  const { t } = chat.words.value;
  const [isAnswered, setAnswered] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLFieldSetElement>(null);
  const aim = useAim(chat, buttons);
  useLayoutEffect(() => {
    const element = card.current;
    return () => element?.matches(':focus-within') && moveOn(chat, element);
  }, []);
  const isDisabled = isAnswered || !aim.isArmed;
  const title = t('allowQuestion', { title: cleanLine(question.title) });
  const answer = (decision: Decision) => (event: MouseEvent) => {
    if (isAnswered || !chat.steps.isOwnHand(event) || !aim.isMeant(event)) return;
    setAnswered(true);
    chat.ports.actions.answerTool(question.toolUseId, question.binding, decision);
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
  const fields = titled(
    exactFields(question.input),
    new Map(Object.entries(question.labels ?? {})),
  );
  return (
    <fieldset
      ref={card}
      class={`question ${question.isDestructive ? 'is-destructive' : ''}`}
      part="card"
      aria-label={title}
    >
      <p class="question-title">
        <Icon name="shield" />
        <span dir="auto">{title}</span>
      </p>
      {question.description && (
        <p class="question-text" dir="auto">
          {escapeBidi(question.description)}
        </p>
      )}
      {fields.length > 0 && (
        <>
          <Fields label={t('exactly')} fields={fields} />
          <details class="raw-input">
            <summary>
              {t('details')}
              <Icon name="chevron" />
            </summary>
            <pre class="raw" dir="ltr">
              {[
                showInvisible(question.name),
                ...fields.map(({ name, value }) => `${name}: ${value}`),
              ].join('\n')}
            </pre>
          </details>
        </>
      )}
      {question.isDestructive && <p class="question-text warn">{t('cantUndo')}</p>}
      <div ref={buttons} class="choices">
        {choice('once', t('allowOnce'), 'filled')}
        {question.offersConversation && choice('conversation', t('allowHere'), 'outlined')}
        {choice('no', t('dontAllow'), 'outlined')}
      </div>
    </fieldset>
  );
}

/** Gives each field its label. Fields with equal labels keep their exact names, or one could be mistaken for the other. */
function titled(fields: ReturnType<typeof exactFields>, labels: ReadonlyMap<string, string>) {
  const titles = fields.map(
    ({ name }) => showInvisible(cleanLine(labels.get(name) ?? '', 80)) || readableName(name),
  );
  const isOne = (title: string) => titles.indexOf(title) === titles.lastIndexOf(title);
  return fields.map((field, at) => {
    const title = titles[at] ?? '';
    return { ...field, title: isOne(title) ? title : field.name };
  });
}

// May the assistant do this? The card shows exactly what would run; only the visitor's own hand answers, and
// only after the card has been in sight long enough to be read. The answer is bound to this input.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cleanLine, escapeBidi } from '../../content/text.ts';
import type { Decision, ToolQuestion } from '../../tools/types.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { exactFields, showInvisible } from '../model/exact.ts';
import { readableName } from '../model/tool-line.ts';
import { moveOn } from '../move-on.ts';
import { Icon } from './icons.tsx';
import { Fields } from './tools.tsx';

const SEEN_FOR_MS = 500;

export function Question({ chat, question }: { chat: ChatModel; question: ToolQuestion }) {
  const { t } = chat.words.value;
  const [isAnswered, setAnswered] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLFieldSetElement>(null);
  const isArmed = useSeenFor(chat, buttons);
  useLayoutEffect(() => {
    const element = card.current;
    return () => element?.matches(':focus-within') && moveOn(chat, element);
  }, []);
  const isDisabled = isAnswered || !isArmed;
  const title = t('allowQuestion', { title: cleanLine(question.title) });
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

/** With what each is called. Two that would read the same keep their exact names: one could pass for the other. */
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

/**
 * True once the element has been in sight for half a second without a break: from when it appeared, the page came
 * back, or something moved. Else a click that was meant for what stood there before would count.
 */
function useSeenFor(chat: ChatModel, element: { current: Element | null }): boolean {
  const [isArmed, setArmed] = useState(false);
  // Where another question comes or goes, this one has moved.
  const count = chat.tools.value.questions.length;
  useLayoutEffect(() => {
    const target = element.current;
    let isInSight = false;
    let cancel: (() => void) | null = null;
    const begin = () => {
      cancel?.();
      setArmed(false);
      cancel = isInSight ? chat.ports.after(SEEN_FOR_MS, () => setArmed(true)) : null;
    };
    const see = (isNow: boolean) => {
      isInSight = isNow;
      begin();
    };
    if (!target || typeof IntersectionObserver !== 'function') see(true);
    const observer =
      target && typeof IntersectionObserver === 'function'
        ? new IntersectionObserver(
            (entries) => see(entries.at(-1)?.isIntersecting === true),
            // All of the choices may be taller than a very small view; most of them are not.
            { threshold: 0.5 },
          )
        : null;
    if (target) observer?.observe(target);
    const moves: [EventTarget | null | undefined, string][] = [
      [document.defaultView, 'focus'],
      [document, 'visibilitychange'],
      [document, 'scroll'],
      [target?.getRootNode(), 'scroll'],
    ];
    // Caught on their way down, since scrolling doesn't bubble; the focus of the window itself only.
    for (const [place, type] of moves) place?.addEventListener(type, begin, type === 'scroll');
    return () => {
      for (const [place, type] of moves) place?.removeEventListener(type, begin, type === 'scroll');
      cancel?.();
      observer?.disconnect();
    };
  }, [count]);
  return isArmed;
}

// May the assistant do this? The card shows exactly what would run; only the visitor's own hand answers, and
// only with a press that was meant for that button (use-aim.ts). The answer is bound to this input.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { checkLink } from '../../content/links.ts';
import { cleanLine, escapeBidi } from '../../content/text.ts';
import type { Decision, ToolQuestion, ToolSummary } from '../../tools/types.ts';
import { showInvisible } from '../model/exact.ts';
import { exactFields } from '../model/exact-fields.ts';
import { readableName } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { moveOn } from '../move-on.ts';
import { Fields } from './fields.tsx';
import { Icon } from './icons.tsx';
import { useAim } from './use-aim.ts';
import { useSeen } from './use-seen.ts';

export function Question({ chat, question }: { chat: ChatModel; question: ToolQuestion }) {
  const { t } = chat.words.value;
  const [isAnswered, setAnswered] = useState(false);
  const [isForAll, setForAll] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLFieldSetElement>(null);
  const aim = useAim(chat, buttons);
  useLayoutEffect(() => {
    const element = card.current;
    return () => element?.matches(':focus-within') && moveOn(chat, element);
  }, []);
  const seen = useSeen(chat, card, buttons, '.fields > div, .summary');
  const title = t('allowQuestion', { title: cleanLine(question.title) });
  const answer = (decision: Decision) => (event: MouseEvent) => {
    if (isAnswered || !chat.steps.isOwnHand(event) || !aim.isMeant(event)) return;
    if (decision !== 'no' && !seen.isSeen()) {
      seen.show();
      chat.announcer.say(
        [t('exactly'), ...fields.map(({ title, value }) => `${title}: ${value}`)].join(' '),
      );
      return;
    }
    setAnswered(true);
    chat.ports.actions.answerTool(question.toolUseId, question.binding, decision);
  };
  const choice = (decision: Decision, words: string) => (
    <button
      type="button"
      class="button outlined"
      aria-disabled={
        isAnswered || !aim.isArmed || (decision !== 'no' && !seen.isSeen()) ? 'true' : undefined
      }
      onClick={answer(decision)}
    >
      {words}
    </button>
  );
  const { summary } = question;
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
      {summary ? (
        <Summary chat={chat} summary={summary} />
      ) : (
        question.description && (
          <p class="question-text" dir="auto">
            {escapeBidi(question.description)}
          </p>
        )
      )}
      {fields.length > 0 && !summary && <Fields label={t('exactly')} fields={fields} />}
      {fields.length > 0 && (
        <details class="raw-input" onToggle={seen.pass}>
          <summary>
            {t(summary ? 'exactly' : 'details')}
            <Icon name="chevron" />
          </summary>
          {summary && (
            <>
              <p class="question-text" dir="auto">
                {escapeBidi(question.description)}
              </p>
              <Fields label={t('input')} fields={fields} />
            </>
          )}
          <pre class="raw" dir="ltr">
            {[
              showInvisible(question.name),
              ...fields.map(({ name, value }) => `${name}: ${value}`),
            ].join('\n')}
          </pre>
        </details>
      )}
      {question.isDestructive && <p class="question-text warn">{t('cantUndo')}</p>}
      {question.offersConversation && (
        <label class="for-all">
          <input
            type="checkbox"
            checked={isForAll}
            onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
          />
          <span>{t('allowHere')}</span>
        </label>
      )}
      <div ref={buttons} class="choices pair">
        {choice(isForAll ? 'conversation' : 'once', t(isForAll ? 'allowHere' : 'allowOnce'))}
        {choice('no', t('dontAllow'))}
      </div>
    </fieldset>
  );
}

/** What will happen, in the owner's words: text alone, and a picture of this site or of an origin that the owner allows. */
function Summary({ chat, summary }: { chat: ChatModel; summary: ToolSummary }) {
  const { title, lines, image = '', total = '' } = summary;
  const [isBroken, setBroken] = useState(false);
  const link = checkLink(image, globalThis.location?.href);
  const isAllowed =
    link !== null &&
    /^https?:/.test(link.href) &&
    (!link.isExternal || chat.options.value.imageOrigins.includes(new URL(link.href).origin));
  return (
    <div class="summary">
      {isAllowed && !isBroken && (
        <img
          src={link.href}
          alt=""
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
      <div class="summary-words">
        <p class="summary-title" dir="auto">
          {cleanLine(title)}
        </p>
        {lines.map((line, index) => (
          <p key={index} dir="auto">
            {cleanLine(line)}
          </p>
        ))}
        {total !== '' && (
          <p class="summary-total" dir="auto">
            {cleanLine(total)}
          </p>
        )}
      </div>
    </div>
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

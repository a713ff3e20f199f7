// Shall the assistant do this? Says what will happen and with which input, in the words of the page; only the visitor's own
// hand answers, and only with a press that was meant for that button (use-aim.ts). The answer is bound to this input.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { checkLink } from '../../content/links.ts';
import { cleanLine, escapeBidi } from '../../content/text.ts';
import type { Translate } from '../../i18n/index.ts';
import type { Decision, ToolQuestion } from '../../tools/types.ts';
import { answerWords } from '../model/answer-words.ts';
import { showInvisible } from '../model/exact.ts';
import { exactFields } from '../model/exact-fields.ts';
import { askedTitle } from '../model/question-title.ts';
import { readableName } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { moveOn } from '../move-on.ts';
import { Fields } from './fields.tsx';
import { Icon } from './icons.tsx';
import { useAim } from './use-aim.ts';
import { useSeen } from './use-seen.ts';

/** All that tells what would run; in a small view each must have been in sight (use-seen.ts). */
const ROWS = '.question-head p, .question-fields .fields > div, .warn';

export function Question({ chat, question }: { chat: ChatModel; question: ToolQuestion }) {
  const { t } = chat.words.value;
  const { isDebug } = chat.options.value;
  const [isAnswered, setAnswered] = useState(false);
  const [isForAll, setForAll] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const answers = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLFieldSetElement>(null);
  const aim = useAim(chat, buttons);
  useLayoutEffect(() => {
    const element = card.current;
    return () => element?.matches(':focus-within') && moveOn(chat, element);
  }, []);
  const seen = useSeen(chat, card, answers, ROWS);
  const title = askedTitle(question, t);
  const words = answerWords(question, t);
  const fields = wordFields(question);
  const answer = (decision: Decision) => (event: MouseEvent) => {
    if (isAnswered || !chat.steps.isOwnHand(event) || !aim.isMeant(event)) return;
    if (decision !== 'no' && !seen.isSeen()) {
      seen.show();
      chat.announcer.say(
        [title, ...fields.map(({ title, value }) => `${title}: ${value}`)].join(' '),
      );
      return;
    }
    setAnswered(true);
    chat.ports.actions.answerTool(question.toolUseId, question.binding, decision);
  };
  const choice = (decision: Decision, label: string, look: string) => (
    <button
      type="button"
      class={`button ${look}`}
      dir="auto"
      aria-disabled={
        isAnswered || !aim.isArmed || (decision !== 'no' && !seen.isSeen()) ? 'true' : undefined
      }
      onClick={answer(decision)}
    >
      {label}
    </button>
  );
  const { summary, isDestructive } = question;
  return (
    <fieldset
      ref={card}
      class={`question ${isDestructive ? 'is-destructive' : ''}`}
      part="card"
      aria-label={title}
    >
      <Head chat={chat} title={title} question={question} />
      {fields.length > 0 && !summary && (
        <div class="question-fields">
          <Fields fields={fields} />
        </div>
      )}
      {isDestructive && <p class="question-text warn">{t('cantUndo')}</p>}
      <Details t={t} question={question} fields={fields} isDebug={isDebug} onToggle={seen.pass} />
      {question.offersConversation && (
        <label class="for-all">
          <input
            type="checkbox"
            checked={isForAll}
            onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
          />
          <span>{t('dontAskAgain')}</span>
        </label>
      )}
      <div ref={answers} class="question-end">
        {seen.isWaiting && <p class="scroll-first">{t('scrollFirst')}</p>}
        <div ref={buttons} class="choices pair">
          {choice(
            isForAll ? 'conversation' : 'once',
            words.confirm,
            isDestructive ? 'outlined' : 'filled',
          )}
          {choice('no', words.decline, 'outlined')}
        </div>
      </div>
    </fieldset>
  );
}

/** What will happen: text alone, and a picture of this site or of an origin that the owner allows. */
function Head(props: { chat: ChatModel; title: string; question: ToolQuestion }) {
  const { chat, title, question } = props;
  const { lines = [], image = '', total = '' } = question.summary ?? {};
  const [isBroken, setBroken] = useState(false);
  const link = checkLink(image, globalThis.location?.href);
  const isAllowed =
    link !== null &&
    /^https?:/.test(link.href) &&
    (!link.isExternal || chat.options.value.imageOrigins.includes(new URL(link.href).origin));
  const picture = isAllowed && !isBroken && (
    <img
      src={link.href}
      alt=""
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
  return (
    <div class="question-head">
      {picture}
      <div class="question-words">
        <p class="question-title">
          {question.isDestructive && <Icon name="shield" />}
          <span dir="auto">{title}</span>
        </p>
        {(lines.length > 0 || total !== '') && (
          <div class="question-more">
            <div>
              {lines.map((line, index) => (
                <p key={index} dir="auto">
                  {cleanLine(line)}
                </p>
              ))}
            </div>
            {total !== '' && (
              <p class="question-total" dir="auto">
                {cleanLine(total)}
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

type WordedField = ReturnType<typeof wordFields>[number];

/**
 * What a visitor may want to know and need not: the exact input, where it stands nowhere else; and the developer's words,
 * which were written for the agent.
 */
function Details(props: {
  t: Translate;
  question: ToolQuestion;
  fields: readonly WordedField[];
  isDebug: boolean;
  onToggle: () => void;
}) {
  const { t, question, fields, isDebug, onToggle } = props;
  const hidden = question.summary ? fields : fields.filter(({ value, exact }) => value !== exact);
  if (question.description === '' && hidden.length === 0 && !isDebug) return null;
  return (
    <details class="raw-input" onToggle={onToggle}>
      <summary>
        {t('details')}
        <Icon name="chevron" />
      </summary>
      {question.description !== '' && (
        <p class="question-text" dir="auto">
          {escapeBidi(question.description)}
        </p>
      )}
      {hidden.length > 0 && (
        <Fields
          label={t('input')}
          fields={hidden.map((field) => ({ ...field, value: field.both }))}
        />
      )}
      {isDebug && (
        <pre class="raw" dir="ltr">
          {[
            showInvisible(question.name),
            ...fields.map(({ name, exact }) => `${name}: ${exact}`),
          ].join('\n')}
        </pre>
      )}
    </details>
  );
}

/**
 * The fields in the words of the tool's schema. Fields with equal labels keep their exact names, or one could be mistaken
 * for the other.
 */
function wordFields({ input, labels = {}, values = {} }: ToolQuestion) {
  const given = new Map(Object.entries(labels));
  const worded = new Map(Object.entries(values));
  const fields = exactFields(input);
  const clean = (text = '') => showInvisible(cleanLine(text, 80));
  const titles = fields.map(({ name }) => clean(given.get(name)) || readableName(name));
  const isOne = (title: string) => titles.indexOf(title) === titles.lastIndexOf(title);
  return fields.map(({ name, value: exact }, at) => {
    const title = titles[at] ?? '';
    const value = clean(worded.get(name)) || exact;
    const both = value === exact ? exact : `${value} (${exact})`;
    return { name, title: isOne(title) ? title : name, value, exact, both };
  });
}

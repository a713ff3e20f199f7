// One step: what it did, what became of it, and on request what it was given and what it answered.

import { cleanLine } from '../../content/text.ts';
import { showInvisible } from '../model/exact.ts';
import { answerFields, exactFields, tellFields } from '../model/exact-fields.ts';
import { wordStep } from '../model/step-words.ts';
import type { ToolLine, ToolPart } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { plainWord } from '../model/words.ts';
import { Fields } from './fields.tsx';
import { Icon } from './icons.tsx';
import { Became } from './way-line.tsx';

/** "Done" says more than a shorter time, milliseconds. */
const WORTH_TELLING_MS = 50;

interface StepProps {
  chat: ChatModel;
  part: ToolPart;
  line: ToolLine;
}

/** A step among others. */
export function Step({ chat, part, line }: StepProps) {
  const { title, text } = tellStep(chat, line);
  const became = [text, tellTime(chat, line)].filter(Boolean).join(' · ');
  const row = (
    <>
      <span class={`state is-${line.tone}`} aria-hidden="true">
        {line.tone === 'good' && <Icon name="done" />}
        {line.tone === 'bad' && <Icon name="bad" />}
      </span>
      <span class="way-words">
        <span class="tool-title" dir="auto">
          {title}
        </span>
        {became && <Became text={became} isBad={line.tone === 'bad'} />}
      </span>
    </>
  );
  return hasDetails(chat, part, line) ? (
    <details class="tool">
      <summary>
        {row}
        <Icon name="chevron" />
      </summary>
      <StepDetails chat={chat} part={part} line={line} />
    </details>
  ) : (
    <p class="tool">{row}</p>
  );
}

/** There is something to unfold. */
export function hasDetails(chat: ChatModel, part: ToolPart, line: ToolLine): boolean {
  const { isDebug } = chat.options.value;
  const isTold = line.answer && answerFields(line.answer)?.length !== 0;
  return isDebug || Object.keys(part.input).length > 0 || Boolean(isTold);
}

/** `isTimed`: says how long it took, which the row above doesn't. A visitor reads words, only the owner exact names and JSON. */
export function StepDetails({ chat, part, line, isTimed }: StepProps & { isTimed?: boolean }) {
  const { t } = chat.words.value;
  const { isDebug } = chat.options.value;
  const fields = (isDebug ? exactFields : tellFields)(part.input);
  const answer = line.answer ?? (isDebug ? line.fault : null);
  const told = isDebug ? null : answerFields(answer);
  const took = isTimed && tellTime(chat, line);
  return (
    <div class="tool-details">
      {isDebug && (
        <p class="mono">
          {[part.name, part.toolUseId, line.code ?? '']
            .filter(Boolean)
            .map(showInvisible)
            .join(' · ')}
        </p>
      )}
      {fields.length > 0 && <Fields label={t('input')} fields={fields} />}
      {told && told.length > 0 && <Fields label={t('result')} fields={told} />}
      {answer && !told && (
        <>
          <p class="label">{t('result')}</p>
          <p class="mono" dir="auto">
            {showInvisible(answer.slice(0, 2000))}
          </p>
        </>
      )}
      {took && <p class="note">{took}</p>}
    </div>
  );
}

/** How long a failure took only interests the owner. */
function tellTime(chat: ChatModel, { durationMs, tone }: ToolLine): string {
  const { words, options } = chat;
  return (durationMs ?? 0) >= WORTH_TELLING_MS && (tone === 'good' || options.value.isDebug)
    ? words.value.format.duration(durationMs ?? 0)
    : '';
}

/** The step's title as a sentence where the language has one, and beside it what that doesn't say. */
export function tellStep(chat: ChatModel, line: ToolLine): { title: string; text: string } {
  const { t, lang } = chat.words.value;
  const isLive = line.tone === 'live';
  const worded =
    lang === 'en' && line.text !== 'awaitsYou' && (isLive || line.tone === 'good')
      ? wordStep(line.title, !isLive)
      : null;
  const isSaid = worded !== null && (line.text === null || line.text === 'working');
  return {
    title: cleanLine(worded ?? line.title),
    text: line.progress ?? (isSaid ? '' : plainWord(t, line.text ?? 'done')),
  };
}

// The steps of a turn: one card for each tool, three or more folded into one, and what waits for the visitor outside
// the fold, so that it can't be missed. A chunk of its own, with the style of all that.

import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import { showInvisible } from '../model/exact.ts';
import { exactFields } from '../model/exact-fields.ts';
import { wordStep } from '../model/step-words.ts';
import { describeTool, type ToolLine, type ToolPart } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { plainWord } from '../model/words.ts';
import steps from '../styles/steps.css?inline';
import { Button } from './button.tsx';
import { CardSlot, isCard, titleOf } from './card-slot.tsx';
import { Fields } from './fields.tsx';
import { Growing } from './growing.tsx';
import { addIcons, Icon } from './icons.tsx';
import { Question } from './question.tsx';
import { useAim } from './use-aim.ts';

export const css = steps;
addIcons({
  bad: 'M10 5.500v5.200M10 14.200h.01',
  shield: 'M10 3.500l5.5 2v4.300c0 3.3-2.3 5.7-5.5 6.7-3.2-1-5.5-3.4-5.5-6.700V5.500z',
});

export { After } from './card-slot.tsx';

const FOLD_FROM = 3;

interface ToolsProps {
  chat: ChatModel;
  parts: readonly ToolPart[];
  isOver: boolean;
}

/** Steps that follow each other fold together; a card stands at its place between them. */
export function Tools({ chat, parts, isOver }: ToolsProps) {
  const runs: (ToolPart | ToolPart[])[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (isCard(chat, part)) runs.push(part);
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return (
    <>
      {runs.map((run) => {
        if (Array.isArray(run)) {
          return <Steps key={run[0]?.key} chat={chat} parts={run} isOver={isOver} />;
        }
        const call = chat.tools.value.calls.get(run.toolUseId);
        const line = describeTool(run, call, isOver);
        const step = <ToolCard chat={chat} part={run} line={asCard(run, line)} />;
        return <CardSlot key={run.key} chat={chat} part={run} line={line} step={step} />;
      })}
    </>
  );
}

/** A card's step has its own words as its title, and a question that was declined was skipped. */
const asCard = (part: ToolPart, line: ToolLine): ToolLine => ({
  ...line,
  title: cleanLine(titleOf(part) ?? line.title),
  text: line.code === 'declined' ? 'toolSkipped' : line.text,
});

function Steps({ chat, parts, isOver }: ToolsProps) {
  const { t, format } = chat.words.value;
  const calls = chat.tools.value.calls;
  const lines = parts.map((part) => describeTool(part, calls.get(part.toolUseId), isOver));
  const cards = (
    <Growing
      chat={chat}
      items={parts}
      draw={(part, index) => {
        const line = lines[index];
        return line && !isWaiting(line) ? (
          <ToolCard key={part.key} chat={chat} part={part} line={line} />
        ) : null;
      }}
    />
  );
  const shown = lines.filter((line) => !isWaiting(line));
  const live = lines.findLast((line) => line.tone === 'live');
  // One failed step is no alarm, since the agent went on: the group has failed only if all of its steps have. It isn't
  // called done either.
  const failed = shown.filter((line) => line.tone === 'bad').length;
  const tone = failed === 0 ? 'good' : failed === shown.length ? 'bad' : 'quiet';
  const count = [
    t('steps', { n: shown.length }),
    failed > 0 && t('failedSteps', { n: format.number(failed) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      {shown.length >= FOLD_FROM ? (
        <details class="tools">
          <summary class="tool-summary">
            <State tone={live ? 'live' : tone} />
            <span class="tool-words">
              <span class="tool-title" dir="auto">
                {live ? nameStep(chat, live).title : count}
              </span>
              {live && <span class="tool-text">{count}</span>}
            </span>
            <Icon name="chevron" />
          </summary>
          {cards}
        </details>
      ) : (
        cards
      )}
      {parts.map((part, index) => {
        const line = lines[index];
        return (
          line && isStuck(line) && <ToolCard key={part.key} chat={chat} part={part} line={line} />
        );
      })}
      {parts
        .filter(({ toolUseId }) => calls.has(toolUseId))
        .map((part) => (
          <Asked key={part.key} chat={chat} toolUseId={part.toolUseId} />
        ))}
    </>
  );
}

/** A step with a button: run it here, or post its result again. */
const isStuck = (line: ToolLine): boolean => line.canRunHere || line.canRetry;
/** The step needs the visitor: it asks a question, or it is stuck. */
const isWaiting = (line: ToolLine): boolean => line.tone === 'asking' || isStuck(line);

function Asked({ chat, toolUseId }: { chat: ChatModel; toolUseId: string }) {
  const question = useComputed(() => {
    const status = chat.tools.value.calls.get(toolUseId)?.status;
    return status?.state === 'asking' ? status.question : null;
  });
  return (
    question.value && (
      <Question key={question.value.binding} chat={chat} question={question.value} />
    )
  );
}

/** The step's title as a sentence where the language has one, and whether a word beside it must say the rest. */
function nameStep(chat: ChatModel, line: ToolLine): { title: string; says: boolean } {
  const isLive = line.tone === 'live';
  const isEnglish = chat.words.value.lang === 'en';
  const worded =
    isEnglish && line.text !== 'awaitsYou' && (isLive || line.tone === 'good')
      ? wordStep(line.title, !isLive)
      : null;
  return { title: cleanLine(worded ?? line.title), says: worded !== null };
}

function ToolCard({ chat, part, line }: { chat: ChatModel; part: ToolPart; line: ToolLine }) {
  const { t, format } = chat.words.value;
  const { isDebug } = chat.options.value;
  const { title, says } = nameStep(chat, line);
  useRoom(chat, part.toolUseId);
  const texts = [
    line.text && !(says && line.text === 'working') && plainWord(t, line.text),
    // "Done" says more than "0 s". How long a failure took only interests the owner.
    (line.durationMs ?? 0) >= 50 &&
      (line.tone === 'good' || isDebug) &&
      format.duration(line.durationMs ?? 0),
  ].filter(Boolean);
  const fields = exactFields(part.input);
  const answer = line.answer ?? (isDebug ? line.fault : null);
  const card = (
    <details class={`tool is-${line.tone}`} part="card">
      <summary class="tool-summary">
        <State tone={line.tone} />
        <span class="tool-words">
          <span class="tool-title" dir="auto">
            {title}
          </span>
          <span class="tool-text">{texts.join(' · ') || (says ? '' : t('done'))}</span>
        </span>
        <Icon name="chevron" />
      </summary>
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
        {answer && (
          <>
            <p class="label">{t('result')}</p>
            <p class="mono" dir="auto">
              {showInvisible(answer.slice(0, 2000))}
            </p>
          </>
        )}
      </div>
    </details>
  );
  if (!isStuck(line)) return card;
  return (
    <>
      {card}
      {line.canRetry ? (
        <Button onPress={() => chat.ports.actions.retryTools()}>{t('retry')}</Button>
      ) : (
        <RunHere chat={chat} toolUseId={part.toolUseId} />
      )}
    </>
  );
}

/** On a phone the chat makes room once a tool has shown something on the page that it covers. */
function useRoom(chat: ChatModel, toolUseId: string): void {
  const wasRunning = useRef(false);
  const status = chat.tools.value.calls.get(toolUseId)?.status;
  useEffect(() => {
    if (status?.state === 'running') wasRunning.current = status.isSeen === true;
    else if (wasRunning.current && status && 'outcome' in status) {
      wasRunning.current = false;
      if (!status.outcome.isError) chat.panel.shrink();
    }
  }, [status]);
}

/** A button that answers, like those of a question: only a press that was meant for it counts (use-aim.ts). */
function RunHere({ chat, toolUseId }: { chat: ChatModel; toolUseId: string }) {
  const buttons = useRef<HTMLDivElement>(null);
  const aim = useAim(chat, buttons);
  const run = (event: MouseEvent) => {
    if (chat.steps.isOwnHand(event) && aim.isMeant(event))
      chat.ports.actions.runToolHere(toolUseId);
  };
  return (
    <div ref={buttons} class="run-here">
      <button
        type="button"
        class="button outlined"
        aria-disabled={aim.isArmed ? undefined : 'true'}
        onClick={run}
      >
        {chat.words.value.t('runHere')}
      </button>
    </div>
  );
}

/** An icon beside words that say the same. */
function State({ tone }: { tone: ToolLine['tone'] }) {
  return (
    <span class={`state is-${tone}`} aria-hidden="true">
      {tone === 'good' && <Icon name="done" />}
      {tone === 'bad' && <Icon name="bad" />}
    </span>
  );
}

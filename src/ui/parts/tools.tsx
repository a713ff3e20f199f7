// The steps of a turn: one line for those that follow each other, with thoughts and fillers between them, and what waits
// for the visitor below it, so that it can't be missed. A chunk of its own, with the style of all that.

import { useComputed } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import type { TurnPart } from '../../session/types.ts';
import { describeTool, type ToolLine, type ToolPart } from '../model/tool-line.ts';
import type { ChatModel, StepsProps } from '../model/types.ts';
import steps from '../styles/steps.css?inline';
import { Button } from './button.tsx';
import { CardSlot, isCard, titleOf } from './card-slot.tsx';
import { addIcons, BAD_ICON } from './icons.tsx';
import { Question } from './question.tsx';
import { Replying } from './replying.tsx';
import { createSlot } from './slot.ts';
import { Step } from './step.tsx';
import { StepsLine } from './steps-line.tsx';
import { Thoughts } from './thought.tsx';
import { useAim } from './use-aim.ts';
import type { Fold } from './way-line.tsx';

export const css = steps;
addIcons({
  bad: BAD_ICON,
  shield: 'M10 3.500l5.5 2v4.300c0 3.3-2.3 5.7-5.5 6.7-3.2-1-5.5-3.4-5.5-6.700V5.500z',
});

export { After } from './card-slot.tsx';

/** Where the page draws a call itself. */
const DrawnSlot = createSlot(() => import('../drawn/drawn.tsx'));
/** Where an app, of the tool's server or of the page's tool, draws its result. */
const AppSlot = createSlot(() => import('../apps/app.tsx'));

/** A card, and what the page draws, stands at its place, and splits the way in two. */
export function Tools(props: StepsProps) {
  const { chat, parts, isOver, doing } = props;
  const { calls, find } = chat.tools.value;
  const isDrawn = (part: TurnPart | undefined): boolean =>
    part?.kind === 'tool' && Boolean(find?.(part.name)?.render || hasApp(chat, part));
  const runs: (ToolPart | TurnPart[])[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (part.kind === 'tool' && isCard(chat, part)) runs.push(part);
    else if (Array.isArray(last) && !isDrawn(last[0]) && !isDrawn(part)) last.push(part);
    else runs.push([part]);
  }
  return (
    <>
      {runs.map((run, index) => {
        const here = index === runs.length - 1 ? doing : null;
        if (Array.isArray(run)) {
          const drawn = isDrawn(run[0]);
          return <Run {...props} key={run[0]?.key} parts={run} doing={here} isDrawn={drawn} />;
        }
        const line = describeTool(run, calls.get(run.toolUseId), isOver);
        const asStep = asCard(run, line);
        const step = isStuck(line) ? (
          <Stuck chat={chat} part={run} line={asStep} />
        ) : (
          <LoneStep chat={chat} part={run} line={asStep} />
        );
        return (
          <Fragment key={run.key}>
            <CardSlot chat={chat} part={run} line={line} step={step} />
            <Replying chat={chat} doing={here} />
          </Fragment>
        );
      })}
    </>
  );
}

/** Once it has its result. */
const hasApp = ({ tools }: ChatModel, { ui, name, result }: ToolPart): boolean =>
  Boolean(result && !result.is_error && (ui || tools.value.find?.(name)?.ui));

/** A card's step has its own words as its title, and a question that was declined was skipped. */
const asCard = (part: ToolPart, line: ToolLine): ToolLine => ({
  ...line,
  title: cleanLine(titleOf(part) ?? line.title),
  text: line.code === 'declined' ? 'toolSkipped' : line.text,
});

/** What stands between two cards; `isDrawn`: one call, which the page draws. */
function Run(props: StepsProps & { isDrawn: boolean }) {
  const { chat, parts, isOver, doing, drawText, isDrawn } = props;
  const fold = useFold();
  const { calls } = chat.tools.value;
  const tools = parts.filter((part) => part.kind === 'tool');
  const [id, progress = ''] = useComputed(() => chat.session.value.progress).value ?? [];
  const lines = new Map<TurnPart, ToolLine>(
    tools.map((part) => {
      const line = describeTool(part, calls.get(part.toolUseId), isOver);
      const isTold = part.toolUseId === id && line.tone === 'live';
      return [part, isTold ? { ...line, progress: cleanLine(progress) } : line];
    }),
  );
  const isHeld = (part: TurnPart): boolean => {
    const line = lines.get(part);
    return line !== undefined && isWaiting(line);
  };
  // What was said since the last step leads to what waits, or to what the page draws.
  const from =
    tools.length === 0 || tools.some(isHeld)
      ? parts.findLastIndex((part) => part.kind === 'tool' && !isHeld(part)) + 1
      : parts.length;
  const said = parts.slice(from).filter((part) => part.kind === 'message');
  const folded = parts.filter(
    (part, at) => !isHeld(part) && (at < from || part.kind !== 'message'),
  );
  const thoughts = folded.filter((part) => part.kind === 'thought');
  const shared = { chat, doing: isDrawn ? null : doing, fold };
  const way =
    folded.length > thoughts.length ? (
      <StepsLine {...shared} parts={folded} lines={lines} />
    ) : thoughts.length > 0 ? (
      <Thoughts {...shared} parts={thoughts} />
    ) : null;
  const [part] = tools;
  const line = part && lines.get(part);
  return (
    <>
      {isDrawn && line && hasApp(chat, part) ? (
        <AppSlot name="App" chat={chat} part={part} line={line}>
          {way}
        </AppSlot>
      ) : isDrawn && line ? (
        <DrawnSlot name="Drawn" chat={chat} part={part} line={line}>
          {way}
        </DrawnSlot>
      ) : (
        way
      )}
      {said.map(drawText)}
      {tools.map(({ key, toolUseId }) => (
        <Room key={key} chat={chat} toolUseId={toolUseId} />
      ))}
      {tools.map((part) => {
        const line = lines.get(part);
        return (
          line && isStuck(line) && <Stuck key={part.key} chat={chat} part={part} line={line} />
        );
      })}
      {tools
        .filter(({ toolUseId }) => calls.has(toolUseId))
        .map((part) => (
          <Asked key={part.key} chat={chat} toolUseId={part.toolUseId} />
        ))}
      {(isDrawn || folded.length === 0) && <Replying chat={chat} doing={doing} />}
    </>
  );
}

/** A step with a button: run it here, or post its result again. */
const isStuck = (line: ToolLine): boolean => line.canRunHere || line.canRetry;
/** The step needs the visitor: it asks a question, or it is stuck. */
const isWaiting = (line: ToolLine): boolean => line.tone === 'asking' || isStuck(line);

/** A card that is drawn as a step. */
function LoneStep({ chat, part, line }: { chat: ChatModel; part: ToolPart; line: ToolLine }) {
  const lines = new Map([[part, line]]);
  return <StepsLine chat={chat} parts={[part]} lines={lines} doing={null} fold={useFold()} />;
}

function useFold(): Fold {
  const [isOpen, set] = useState(false);
  return { isOpen, set };
}

function Stuck({ chat, part, line }: { chat: ChatModel; part: ToolPart; line: ToolLine }) {
  return (
    <>
      <Step chat={chat} part={part} line={line} />
      {line.canRetry ? (
        <Button onPress={() => chat.ports.actions.retryTools()}>
          {chat.words.value.t('retry')}
        </Button>
      ) : (
        <RunHere chat={chat} toolUseId={part.toolUseId} />
      )}
    </>
  );
}

function Asked({ chat, toolUseId }: { chat: ChatModel; toolUseId: string }) {
  const question = useComputed(() => {
    const status = chat.tools.value.calls.get(toolUseId)?.status;
    return status?.state === 'asking' ? status.question : null;
  });
  return (
    question.value &&
    !question.value.isCard && (
      <Question key={question.value.binding} chat={chat} question={question.value} />
    )
  );
}

/** On a phone the chat makes room once a tool has shown something on the page that it covers. */
function Room({ chat, toolUseId }: { chat: ChatModel; toolUseId: string }) {
  const wasRunning = useRef(false);
  const status = chat.tools.value.calls.get(toolUseId)?.status;
  useEffect(() => {
    if (status?.state === 'running') wasRunning.current = status.isSeen === true;
    else if (wasRunning.current && status && 'outcome' in status) {
      wasRunning.current = false;
      if (!status.outcome.isError) chat.panel.shrink();
    }
  }, [status]);
  return null;
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

// The line of a way with steps: what happens now, or what was done, or how much of it failed. A way of one step unfolds to
// its input and result, any other to a list.

import { escapeHidden } from '../../content/text.ts';
import type { TurnPart } from '../../session/types.ts';
import { rawText } from '../model/plain-text.ts';
import { sumUp } from '../model/steps-line.ts';
import type { ToolLine } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import type { Doing, Way } from '../model/ways.ts';
import { Growing } from './growing.tsx';
import { useReply } from './replying.tsx';
import { hasDetails, Step, StepDetails, tellStep } from './step.tsx';
import { Thought } from './thought.tsx';
import { type Fold, WayLine } from './way-line.tsx';

/** What is known of each step. */
export type StepLines = ReadonlyMap<TurnPart, ToolLine>;

export function StepsLine(props: {
  chat: ChatModel;
  parts: Way;
  lines: StepLines;
  doing: Doing;
  fold: Fold;
}) {
  const { chat, parts, lines, fold } = props;
  const [part] = parts;
  const line = part && lines.get(part);
  const one =
    part?.kind === 'tool' && line && parts.length === 1 ? (
      <StepDetails chat={chat} part={part} line={line} isTimed />
    ) : null;
  const isFolded = one === null || hasDetails(chat, one.props.part, one.props.line);
  return (
    <WayLine fold={fold} {...useWords(props)}>
      {isFolded &&
        (one ?? (
          <div class="way-list">
            <Growing
              chat={chat}
              items={parts}
              draw={(item) => <Item key={item.key} chat={chat} part={item} lines={lines} />}
            />
          </div>
        ))}
    </WayLine>
  );
}

/** What the line says. */
function useWords({ chat, parts, lines, doing }: Parameters<typeof StepsLine>[0]) {
  const { t } = chat.words.value;
  const reply = useReply(chat, doing);
  const shown = parts.flatMap((part) => lines.get(part) ?? []);
  const live = shown.findLast(({ tone }) => tone === 'live');
  if (live && reply !== 'stopping') {
    const { title, text } = tellStep(chat, live);
    const slow = reply === 'slow' ? t('slow') : '';
    return { title, text: [text, slow].filter(Boolean).join(' · '), isLive: true };
  }
  if (reply) return { title: t(reply), isLive: true };
  const steps = shown.map((line) => ({ tone: line.tone, ...tellStep(chat, line) }));
  return sumUp(steps, chat.words.value);
}

/** One thing on the way: a step, or quietly what was thought or said meanwhile. */
function Item({ chat, part, lines }: { chat: ChatModel; part: TurnPart; lines: StepLines }) {
  const line = lines.get(part);
  switch (part.kind) {
    case 'tool':
      return line ? <Step chat={chat} part={part} line={line} /> : null;
    case 'thought':
      return <Thought chat={chat} part={part} />;
    case 'message':
      return (
        <p class="filler" dir="auto">
          {escapeHidden(rawText(part.blocks))}
        </p>
      );
  }
}

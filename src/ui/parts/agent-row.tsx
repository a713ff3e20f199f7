// One turn of the assistant: thoughts, tools, text and sources on one thread, and how it ended.

import { useState } from 'preact/hooks';
import type { AgentEntry, TurnPart } from '../../session/types.ts';
import { mayEndInWords } from '../end-part.ts';
import { memo } from '../memo.ts';
import { rawText } from '../model/plain-text.ts';
import { spokenBy } from '../model/spoken-by.ts';
import type { ToolPart } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { Blocks } from './blocks.tsx';
import { IconButton } from './button.tsx';
import { Growing } from './growing.tsx';
import { LaterEnd } from './later-end.tsx';
import { LaterTools } from './later-tools.tsx';
import { Replying } from './replying.tsx';
import { createSlot } from './slot.ts';
import { Sources } from './sources.tsx';
import { isThoughtful, Thought } from './thought.tsx';
import { Time } from './time.tsx';
import { useCopy } from './use-copy.ts';

/** Where the owner asks for feedback. */
const FeedbackSlot = createSlot(() => import('../feedback/thumbs.tsx'));

export const AgentRow = memo(({ chat, entry }: { chat: ChatModel; entry: AgentEntry }) => {
  const { t } = chat.words.value;
  const { title, showThinking, hasFeedback } = chat.options.value;
  const [isCopied, copy] = useCopy(chat, true);
  const { parts, turn, citations } = entry;
  const isWorking = turn.state === 'working';
  const isOver = turn.state === 'ended' || turn.state === 'failed';
  const last = parts.at(-1);
  const isThinking = isWorking && last?.kind === 'thought' && last.durationMs === undefined;
  const groups = group(
    parts.filter(
      (part) =>
        part.kind !== 'thought' ||
        (showThinking && (isThoughtful(part) || (isThinking && part === last))),
    ),
  );
  const [first] = groups;
  const isPersons = first && 'blocks' in first && spokenBy(first.blocks, t);
  const isWriting = last?.kind === 'message' && last.isPreview && !last.isIncomplete;
  // A message that has begun has no words yet: a person of the site may be typing them.
  const isBlank = isWriting && textOf(last) === '';
  const hasTail = isBlank || (isWorking && !isWriting && !(isThinking && showThinking));
  const answered = parts.findLast((part) => part.kind === 'message' && !part.isPreview) as
    | Extract<TurnPart, { kind: 'message' }>
    | undefined;
  const isLast = chat.log.lastKey.value === entry.key;
  const After = isOver && isLast && chat.steps.part.value?.After;
  // Draw nothing: the turn has no part that is shown.
  const hasEnd = mayEndInWords(entry);
  if (groups.length === 0 && !hasTail && !hasEnd) return null;
  return (
    <article class={`row turn is-${turn.state}`} part="message" data-key={entry.key}>
      {!isPersons && (
        <h3 class="hidden" dir="auto">
          {t('assistantSaid', { name: title || t('assistant') })}
        </h3>
      )}
      <Growing
        chat={chat}
        items={groups}
        isFromEnd
        draw={(item) =>
          Array.isArray(item) ? (
            <LaterTools key={item[0]?.key} chat={chat} parts={item} isOver={isOver} />
          ) : item.kind === 'thought' ? (
            <Thought key={item.key} chat={chat} part={item} isLive={isThinking && item === last} />
          ) : item.kind === 'message' ? (
            <Answer key={item.key} chat={chat} part={item} />
          ) : null
        }
      />
      {hasTail && <Replying chat={chat} isCertain={isBlank} />}
      {citations.length > 0 && <Sources chat={chat} citations={citations} />}
      {hasEnd && <LaterEnd chat={chat} entry={entry} />}
      {After && <After chat={chat} entry={entry} />}
      {isOver && parts.some((part) => textOf(part) !== '') && (
        <div class="meta">
          <IconButton
            class="small"
            name={t(isCopied ? 'copied' : 'copy')}
            icon={isCopied ? 'done' : 'copy'}
            onPress={() => copy(parts.map(textOf).filter(Boolean).join('\n\n'))}
          />
          <Time chat={chat} at={entry.at} />
          {hasFeedback && answered && (
            <FeedbackSlot chat={chat} eventId={answered.eventId} name="Thumbs" />
          )}
        </div>
      )}
    </article>
  );
});

/** The text of a message, trimmed; empty for other parts. */
const textOf = (part: TurnPart) => (part.kind === 'message' ? rawText(part.blocks) : '');

/** Text that came whole fades in; text that was seen growing has no need to. */
function Answer(props: { chat: ChatModel; part: Extract<TurnPart, { kind: 'message' }> }) {
  const { chat, part } = props;
  const [isFresh] = useState(() => chat.log.isSettled && !part.isPreview);
  const kind = part.isPreview ? 'is-preview' : isFresh ? 'fresh' : '';
  const cut = part.isIncomplete ? 'is-cut' : '';
  const by = spokenBy(part.blocks, chat.words.value.t);
  const answer = (
    <div class={`answer ${kind} ${cut}`} dir="auto">
      {by && (
        <p class="speaker" aria-hidden="true">
          {by.name}
        </p>
      )}
      <Blocks chat={chat} blocks={part.blocks} isGrowing={part.isPreview && !part.isIncomplete} />
    </div>
  );
  if (by === null) return answer;
  // A heading of this level and the mark of this box are the panel's own: no answer of an agent can have them.
  return (
    <div class="person">
      <h3 class={by.isAll ? `speaker ${kind}` : 'hidden'} dir="auto">
        {by.line}
      </h3>
      {!by.isAll && answer}
    </div>
  );
}

/** Puts tool calls that follow each other into one group. */
function group(parts: readonly TurnPart[]): (Exclude<TurnPart, ToolPart> | ToolPart[])[] {
  const groups: (Exclude<TurnPart, ToolPart> | ToolPart[])[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.kind !== 'tool') groups.push(part);
    else if (Array.isArray(last)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

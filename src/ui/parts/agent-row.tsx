// One turn of the assistant: the way to its answer as one line, the answer, its sources, and how it ended.

import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Translate } from '../../i18n/index.ts';
import type { AgentEntry, TurnPart } from '../../session/types.ts';
import { mayEndInWords } from '../end-part.ts';
import { memo } from '../memo.ts';
import { rawText } from '../model/plain-text.ts';
import { spokenBy } from '../model/spoken-by.ts';
import type { ChatModel } from '../model/types.ts';
import { isThoughtful, type MessagePart, splitTurn, type Way } from '../model/ways.ts';
import { Blocks } from './blocks.tsx';
import { IconButton } from './button.tsx';
import { Growing } from './growing.tsx';
import { LaterEnd } from './later-end.tsx';
import { LaterTools } from './later-tools.tsx';
import { Replying } from './replying.tsx';
import { createSlot } from './slot.ts';
import { Sources } from './sources.tsx';
import { Time } from './time.tsx';
import { useCopy } from './use-copy.ts';

/** Where the owner asks for feedback. */
const FeedbackSlot = createSlot(() => import('../feedback/thumbs.tsx'));

export const AgentRow = memo(
  ({
    chat,
    entry,
    isAfterPerson,
  }: {
    chat: ChatModel;
    entry: AgentEntry;
    /** A person of the site spoke last. */
    isAfterPerson: boolean;
  }) => {
    const { t } = chat.words.value;
    const { title, showThinking, hasFeedback } = chat.options.value;
    const [isCopied, copy] = useCopy(chat, true);
    const { parts, turn, citations } = entry;
    const isWorking = turn.state === 'working';
    const isOver = turn.state === 'ended' || turn.state === 'failed';
    const last = parts.at(-1);
    const isThinking =
      showThinking && isWorking && last?.kind === 'thought' && last.durationMs === undefined;
    const isWriting = last?.kind === 'message' && last.isPreview && !last.isIncomplete;
    // A message that has begun has no words yet: a person of the site may be typing them.
    const isBlank = isWriting && textOf(last) === '';
    const doing = isBlank
      ? 'writes'
      : !isWorking || isWriting
        ? null
        : isThinking
          ? 'thinks'
          : 'replies';
    const groups = splitTurn(
      parts.filter((part) =>
        part.kind === 'thought'
          ? showThinking && (isThoughtful(part) || (isThinking && part === last))
          : part !== last || !isBlank,
      ),
      isOver,
    );
    const [first] = groups;
    const end = groups.at(-1);
    const isPersons = first && 'blocks' in first && spokenBy(first.blocks, t);
    const resumed = findResumed(groups, isAfterPerson, t);
    const answers = groups.filter((group): group is MessagePart => 'blocks' in group);
    const answered = answers.findLast(({ isPreview }) => !isPreview);
    const isLast = chat.log.lastKey.value === entry.key;
    const After = isOver && isLast && chat.steps.part.value?.After;
    // Draw nothing: the turn has no part that is shown.
    const hasEnd = mayEndInWords(entry);
    if (groups.length === 0 && !doing && !hasEnd) return null;
    const name = title || t('assistant');
    const heading = (
      <h3 class="hidden" dir="auto">
        {t('assistantSaid', { name })}
      </h3>
    );
    const drawText = (part: MessagePart) => <Answer key={part.key} chat={chat} part={part} />;
    return (
      <article class={`row turn is-${turn.state}`} part="message" data-key={entry.key}>
        {!isPersons && heading}
        <Growing
          chat={chat}
          items={groups}
          isFromEnd
          draw={(item) => {
            const drawn =
              'blocks' in item ? (
                drawText(item)
              ) : (
                <LaterTools
                  key={item[0]?.key}
                  chat={chat}
                  parts={item}
                  isOver={isOver}
                  doing={item === end ? doing : null}
                  drawText={drawText}
                />
              );
            if (!resumed.has(item)) return drawn;
            return (
              <Fragment key={drawn.key}>
                {item !== first && heading}
                <p class="speaker" aria-hidden="true">
                  <bdi>{name}</bdi>
                </p>
                {drawn}
              </Fragment>
            );
          }}
        />
        {(!end || 'blocks' in end) && <Replying chat={chat} doing={doing} />}
        {citations.length > 0 && <Sources chat={chat} citations={citations} />}
        {hasEnd && <LaterEnd chat={chat} entry={entry} />}
        {isOver && answers.some((part) => textOf(part) !== '') && (
          <div class="meta">
            <IconButton
              class="small"
              name={t(isCopied ? 'copied' : 'copy')}
              icon={isCopied ? 'done' : 'copy'}
              onPress={() => copy(answers.map(textOf).filter(Boolean).join('\n\n'))}
            />
            {hasFeedback && answered && (
              <FeedbackSlot chat={chat} eventId={answered.eventId} name="Thumbs" />
            )}
            <Time chat={chat} at={entry.at} />
          </div>
        )}
        {After && <After chat={chat} entry={entry} />}
      </article>
    );
  },
);

/** The text of a message, trimmed; empty for other parts. */
const textOf = (part: TurnPart) => (part.kind === 'message' ? rawText(part.blocks) : '');

/** What the agent says or does first after a person of the site has spoken: its name stands above. */
function findResumed(
  groups: readonly (MessagePart | Way)[],
  isAfterPerson: boolean,
  t: Translate,
): Set<MessagePart | Way> {
  let wasPersons = isAfterPerson;
  return new Set(
    groups.filter((group) => {
      const isPersons = 'blocks' in group && spokenBy(group.blocks, t) !== null;
      const isResumed = wasPersons && !isPersons;
      wasPersons = isPersons;
      return isResumed;
    }),
  );
}

/** Text that came whole fades in; text that was seen growing has no need to. */
function Answer(props: { chat: ChatModel; part: MessagePart }) {
  const { chat, part } = props;
  const [isFresh] = useState(() => chat.log.isSettled && !part.isPreview);
  const kind = part.isPreview ? 'is-preview' : isFresh ? 'fresh' : '';
  const cut = part.isIncomplete ? 'is-cut' : '';
  const by = spokenBy(part.blocks, chat.words.value.t);
  const answer = (
    <div class={`answer ${kind} ${cut}`} dir="auto">
      <Blocks chat={chat} blocks={part.blocks} isGrowing={part.isPreview && !part.isIncomplete} />
    </div>
  );
  if (by === null) return answer;
  // A heading of this level and the mark of this box are the panel's own: no answer of an agent can have them.
  return (
    <div class="person">
      <h3 class={by.isAll ? `speaker ${kind}` : 'hidden'}>{by.line}</h3>
      {!by.isAll && (
        <>
          {/* Beside the head, in whichever direction the name runs. */}
          <p class="speaker" aria-hidden="true">
            <bdi>{by.name}</bdi>
          </p>
          {answer}
        </>
      )}
    </div>
  );
}

// Thoughts of the assistant: how long they took, and their text once the visitor asks for it.

import { escapeOverrides } from '../../content/text.ts';
import type { ChatModel } from '../model/types.ts';
import { type Doing, type ThoughtPart, WORTH_TELLING_MS } from '../model/ways.ts';
import { useReply } from './replying.tsx';
import { type Fold, WayLine } from './way-line.tsx';

function tellTime({ words }: Pick<ChatModel, 'words'>, ms: number): string {
  const { t, format } = words.value;
  return ms < WORTH_TELLING_MS ? t('thought') : t('thoughtFor', { time: format.duration(ms) });
}

/** A way of thoughts alone. */
export function Thoughts(props: {
  chat: ChatModel;
  parts: readonly ThoughtPart[];
  doing: Doing;
  fold: Fold;
}) {
  const { chat, parts, doing, fold } = props;
  const reply = useReply(chat, doing);
  let spentMs = 0;
  for (const { durationMs = 0 } of parts) spentMs += durationMs;
  const isOne = parts.length === 1;
  return (
    <WayLine
      fold={fold}
      title={reply ? chat.words.value.t(reply) : tellTime(chat, spentMs)}
      isLive={reply !== null}
    >
      {parts.some(({ text }) => text.trim() !== '') && (
        <div class="way-list">
          {parts.map((part) => (
            <Thought key={part.key} chat={chat} part={part} isUntimed={isOne} />
          ))}
        </div>
      )}
    </WayLine>
  );
}

/** One thought of a way. */
export function Thought(props: {
  chat: Pick<ChatModel, 'words'>;
  part: ThoughtPart;
  /** The line says how long it took. */
  isUntimed?: boolean;
}) {
  const { chat, part, isUntimed } = props;
  const text = part.text.trim();
  return (
    <div class="thought">
      {!isUntimed && <p>{tellTime(chat, part.durationMs ?? 0)}</p>}
      {text !== '' && (
        <div class="thought-text" dir="auto">
          {escapeOverrides(part.text.trim())}
        </div>
      )}
    </div>
  );
}

// A thought of the assistant: folded until the visitor opens it. If it has no text, only its duration is shown.

import { escapeOverrides } from '../../content/text.ts';
import type { TurnPart } from '../../session/types.ts';
import type { ChatModel } from '../model/types.ts';
import { Dots } from './dots.tsx';
import { Icon } from './icons.tsx';

/** How long a shorter thought took is nothing to read, milliseconds. */
const WORTH_TELLING_MS = 2_000;

/** There is something to read in it. */
export function isThoughtful({ text, durationMs = 0 }: ThoughtPart): boolean {
  return text.trim() !== '' || durationMs >= WORTH_TELLING_MS;
}

type ThoughtPart = Extract<TurnPart, { kind: 'thought' }>;

export function Thought(props: {
  chat: Pick<ChatModel, 'words'>;
  part: ThoughtPart;
  isLive: boolean;
}) {
  const { chat, part, isLive } = props;
  const { t, format } = chat.words.value;
  const label = isLive
    ? t('thinking')
    : part.durationMs === undefined || part.durationMs < WORTH_TELLING_MS
      ? t('thought')
      : t('thoughtFor', { time: format.duration(part.durationMs) });
  if (part.text.trim() === '') {
    return (
      <p class="thought">
        {isLive && <Dots />}
        {label}
      </p>
    );
  }
  return (
    <details class="thought">
      <summary>
        {isLive && <Dots />}
        {label}
        <Icon name="chevron" />
      </summary>
      <div class="thought-text" dir="auto">
        {escapeOverrides(part.text.trim())}
      </div>
    </details>
  );
}

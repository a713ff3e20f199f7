// How a turn ended, where there is something to say, and the ways on. Only the last turn has buttons.

import { useState } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import type { Translate } from '../../i18n/index.ts';
import WORDS from '../../i18n/later/ends.ts';
import {
  RETRY_LATER_S,
  type WayOn,
  type Wording,
  wordRunError,
  wordStopReason,
} from '../../i18n/wording.ts';
import type { DocumentBlock, MessageBlock } from '../../protocol/index.ts';
import type { AgentEntry } from '../../session/types.ts';
import { adopt } from '../adopt.ts';
import { showInvisible } from '../model/exact.ts';
import type { ChatModel } from '../model/types.ts';
import { plainWord } from '../model/words.ts';
import { Button } from './button.tsx';
import { addIcons, BAD_ICON, Icon } from './icons.tsx';
import { ContactLink } from './links.tsx';
import css from './turn-end.css?inline';
import { useCountdown } from './use-countdown.ts';

addIcons({ bad: BAD_ICON });

export function TurnEnd({ chat, entry }: { chat: ChatModel; entry: AgentEntry }) {
  const { t } = chat.words.value;
  const { late } = chat.ports.i18n;
  const { turn } = entry;
  const wording = wordingOf(entry);
  const isLast = chat.log.lastKey.value === entry.key;
  if (!wording) return null;
  const said = chat.log.saidBefore(entry.key);
  const reference = turn.state === 'failed' && wording.showsReference ? turn.requestId : undefined;
  return (
    <div
      ref={adopt(css)}
      class={`turn-end ${turn.state === 'failed' ? 'is-failed' : ''}`}
      part="error"
    >
      <p>
        {turn.state === 'failed' && <Icon name="bad" />}
        {textOf(t, wording, said)}
      </p>
      {wording.next && <p class="note">{late(WORDS, wording.next)}</p>}
      {isLast && (
        <div class="ways">
          {wording.ways.map((way) => (
            <Way key={way} chat={chat} entry={entry} way={way} />
          ))}
        </div>
      )}
      {reference !== undefined && (
        <details>
          <summary class="note reference-open">{t('details')}</summary>
          <p class="note mono">{late(WORDS, 'reference', { id: showInvisible(reference) })}</p>
        </details>
      )}
    </div>
  );
}

function textOf(t: Translate, { text }: Wording, said: readonly MessageBlock[]): string {
  if (text !== 'cantRead') return plainWord(t, text);
  const file = said.find((block): block is DocumentBlock => block.type === 'document');
  return t('cantRead', { name: cleanLine(file?.title ?? '') || t('attachment') });
}

/** What a screen reader hears of how the turn ended: nothing, where its answer says all. */
export function tellEnd(entry: AgentEntry, t: Translate): string[] {
  const wording = wordingOf(entry);
  return wording ? [textOf(t, wording, [])] : [];
}

function wordingOf({ turn, parts }: AgentEntry): Wording | null {
  if (turn.state === 'failed') return wordRunError(turn.code);
  if (turn.state !== 'ended') return null;
  const isCut = parts.some((part) => part.kind === 'message' && part.isIncomplete);
  return wordStopReason(turn.stopReason) ?? (isCut ? wordRunError('run_interrupted') : null);
}

function Way({ chat, entry, way }: { chat: ChatModel; entry: AgentEntry; way: WayOn }) {
  const { t } = chat.words.value;
  const said = () => chat.log.saidBefore(entry.key);
  switch (way) {
    case 'retry':
      return <Button onPress={() => chat.log.sendAgain(said())}>{t('retry')}</Button>;
    case 'retry-later':
      return <RetryLater chat={chat} onPress={() => chat.log.sendAgain(said())} />;
    case 'edit':
      return <Button onPress={() => chat.composer.take(said(), true)}>{t('edit')}</Button>;
    case 'continue':
      return (
        <Button onPress={() => chat.log.sendAgain([{ type: 'text', text: t('continue') }])}>
          {t('continue')}
        </Button>
      );
    case 'start-new':
      return <Button onPress={() => chat.ports.actions.newConversation()}>{t('startNew')}</Button>;
    case 'contact':
      return <ContactLink chat={chat} />;
    case 'remove-file':
      return (
        <Button onPress={() => chat.log.sendAgain(said().filter((block) => block.type === 'text'))}>
          {t('removeResend')}
        </Button>
      );
  }
}

function RetryLater({ chat, onPress }: { chat: ChatModel; onPress: () => void }) {
  const { t, format } = chat.words.value;
  const [until] = useState(() => chat.ports.now() + RETRY_LATER_S * 1000);
  const left = useCountdown(chat, until);
  return (
    <Button isDisabled={left > 0} onPress={onPress}>
      {left > 0 ? t('retryIn', { time: format.seconds(left) }) : t('retry')}
    </Button>
  );
}

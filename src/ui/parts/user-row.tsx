// One message of the visitor: the bubble, and where it stands on its way.

import { useEffect, useState } from 'preact/hooks';
import { wordRefusal } from '../../i18n/refusals.ts';
import type { UserEntry } from '../../session/types.ts';
import { memo } from '../memo.ts';
import { isWorking } from '../model/newest.ts';
import { rawText, sendable } from '../model/plain-text.ts';
import type { ChatModel } from '../model/types.ts';
import { plainWord } from '../model/words.ts';
import { Blocks } from './blocks.tsx';
import { Button, IconButton } from './button.tsx';
import { ContactLink } from './links.tsx';
import { Time } from './time.tsx';
import { useCopy } from './use-copy.ts';
import { useDelayed } from './use-countdown.ts';

/** A message that the gateway has for so long, with no run to be seen: agents may be switched off there, milliseconds. */
const SILENT_MS = 20_000;

export const UserRow = memo(({ chat, entry }: { chat: ChatModel; entry: UserEntry }) => {
  const { t } = chat.words.value;
  const [isCopied, copy] = useCopy(chat);
  const [isFresh] = useState(() => chat.log.isSettled);
  const { state } = entry.delivery;
  const text = rawText(entry.content);
  return (
    <article class={`row user is-${state} ${isFresh ? 'fresh' : ''}`} data-key={entry.key}>
      <h3 class="hidden">{t('youSaid')}</h3>
      <div class="bubble" part="bubble" dir="auto">
        <Blocks chat={chat} blocks={entry.content} isPlain />
      </div>
      <Trouble chat={chat} entry={entry} />
      <Silence chat={chat} entry={entry} />
      <div class="under">
        <div class="meta">
          <Time chat={chat} at={entry.at} />
          {state === 'sent' && (
            <>
              {text !== '' && (
                <IconButton
                  class="small"
                  name={t(isCopied ? 'copied' : 'copy')}
                  icon={isCopied ? 'done' : 'copy'}
                  onPress={() => copy(text)}
                />
              )}
              <IconButton
                class="small"
                name={t('editResend')}
                icon="edit"
                onPress={() => chat.composer.take(sendable(entry.content), true)}
              />
            </>
          )}
        </div>
        <Progress chat={chat} entry={entry} />
      </div>
    </article>
  );
});

/** The state of sending in one word, in the space below the bubble, so that nothing moves when it changes. */
function Progress({ chat, entry }: { chat: ChatModel; entry: UserEntry }) {
  const { t } = chat.words.value;
  const { delivery } = entry;
  switch (delivery.state) {
    case 'queued':
      return <p class="delivery">{t(QUEUED[delivery.why])}</p>;
    case 'sending':
      return <p class="delivery">{t('sending')}</p>;
    case 'checking':
      return <p class="delivery">{t('checking')}</p>;
    case 'sent':
      if (entry.isSentTwice) return <p class="delivery warn">{t('sentTwice')}</p>;
      return <Sent chat={chat} entry={entry} />;
    default:
      return null;
  }
}

const QUEUED = {
  offline: 'queuedOffline',
  paused: 'afterStep',
  order: 'queued',
  starting: 'sending',
} as const;

/** "Sent" stands under the newest message only, until its own reply begins. */
function Sent({ chat, entry }: { chat: ChatModel; entry: UserEntry }) {
  const isLast = chat.log.lastKey.value === entry.key;
  const { run, entries } = chat.session.value;
  const isAhead = run.state === 'idle' || run.state === 'coming' || isWorking(entries);
  return isLast && isAhead ? <p class="delivery">{chat.words.value.t('sent')}</p> : null;
}

/** The gateway has the newest message, and no run shows that answers it. */
function Silence({ chat, entry }: { chat: ChatModel; entry: UserEntry }) {
  const { t } = chat.words.value;
  const { run, isUpToDate, trouble, connection } = chat.session.value;
  const isConnected = connection === 'live' || connection === 'polling';
  const isIdle = run.state === 'idle' || run.state === 'coming';
  const isLast = chat.log.lastKey.value === entry.key && entry.delivery.state === 'sent';
  const isSilent =
    isLast && isIdle && isUpToDate && isConnected && trouble === null && entry.isTaken !== true;
  const spent = chat.ports.now() - entry.at;
  const isTold = useDelayed(chat, isSilent, Math.max(1, Math.min(SILENT_MS, SILENT_MS - spent)));
  useEffect(() => {
    if (isTold) chat.announcer.say(t('noAnswer'));
  }, [isTold]);
  return isTold ? (
    <div class="delivery act warn">
      <span>{t('noAnswer')}</span> <ContactLink chat={chat} />
    </div>
  ) : null;
}

/** A message that needs the visitor: nobody knows, or it was refused, or something stops them all. */
function Trouble({ chat, entry }: { chat: ChatModel; entry: UserEntry }) {
  const { t } = chat.words.value;
  const { delivery, localId } = entry;
  const { actions } = chat.ports;
  if (localId === undefined) return null;
  const resend = () => actions.resend(localId);
  if (delivery.state === 'unconfirmed') {
    return (
      <div class="delivery act warn" part="error">
        <span>{t('notConfirmed')}</span>
        <Button kind="plain" onPress={() => actions.check(localId)}>
          {t('check')}
        </Button>
        <Button kind="plain" onPress={resend}>
          {t('sendAgain')} <span class="note">({t('mayRepeat')})</span>
        </Button>
      </div>
    );
  }
  if (delivery.state !== 'refused' && delivery.state !== 'blocked') return null;
  // What stops all messages stands in the banner: here it would be said again for each.
  const isToldThere =
    delivery.state === 'blocked' || delivery.code === chat.session.value.trouble?.kind;
  const words = isToldThere
    ? t('notSent')
    : `${t('notSent')} · ${plainWord(t, wordRefusal(delivery.code))}`;
  const edit = async () => {
    const content = await actions.discard(localId);
    if (content) chat.composer.take(content, false);
  };
  return (
    <div class="delivery act bad" part="error">
      <span>{words}</span>
      <Button kind="plain" onPress={resend}>
        {t('retry')}
      </Button>
      <Button kind="plain" onPress={() => void edit()}>
        {t('edit')}
      </Button>
      <Button kind="plain" onPress={() => void actions.discard(localId)}>
        {t('discard')}
      </Button>
    </div>
  );
}

// What keeps the chat from working, above the composer: in words, with the way on.

import type { Trouble } from '../../session/types.ts';
import type { ChatModel } from '../model/types.ts';
import { Button } from './button.tsx';
import { ContactLink } from './links.tsx';
import { useCountdown, useDelayed } from './use-countdown.ts';

/** After so long an outage is told as one, with the way to the owner. */
const AWAY_AFTER_MS = 20_000;

export function Banner({ chat }: { chat: ChatModel }) {
  const { trouble, connection, entries, isForgetful } = chat.session.value;
  const { t } = chat.words.value;
  const waiting = entries.filter(
    (entry) => entry.kind === 'user' && entry.delivery.state === 'queued',
  ).length;
  // That nothing is kept is told beside an outage too: what waits for its end would end with the page.
  return (
    <>
      {connection === 'offline' ? (
        <p class="banner">
          {t('offline')}
          {waiting > 0 && `. ${t('offlineQueued', { n: waiting })}`}
        </p>
      ) : (
        trouble && <TroubleLine chat={chat} trouble={trouble} />
      )}
      {isForgetful && entries.length > 0 && <p class="banner quiet">{t('forgetful')}</p>}
    </>
  );
}

function TroubleLine({ chat, trouble }: { chat: ChatModel; trouble: Trouble }) {
  const { t, format } = chat.words.value;
  const { actions } = chat.ports;
  const until = 'retryAt' in trouble ? trouble.retryAt : null;
  const left = useCountdown(chat, until);
  const isPassing = trouble.kind === 'unreachable' || trouble.kind === 'unavailable';
  const isAway = useDelayed(chat, isPassing, AWAY_AFTER_MS);
  const again = (
    <Button kind="plain" onPress={() => actions.retryNow()}>
      {t('retryNow')}
    </Button>
  );
  switch (trouble.kind) {
    case 'unreachable':
    case 'unavailable':
      return (
        <p class="banner">
          {t(isAway ? 'notWorking' : 'reconnecting')} {left > 0 && format.seconds(left)} {again}{' '}
          {isAway && <ContactLink chat={chat} />}
        </p>
      );
    case 'not_working':
      return (
        <p class="banner bad">
          {t('notWorking')} {left > 0 && format.seconds(left)} {again} <ContactLink chat={chat} />
        </p>
      );
    case 'rate_limited':
      return (
        <p class="banner">
          {t('busy')} {left > 0 ? t('retryIn', { time: format.seconds(left) }) : again}
        </p>
      );
    case 'session_ended':
      return (
        <p class="banner bad">
          {t('sessionEnded')}
          <Button kind="plain" onPress={() => actions.retryNow()}>
            {t('reconnect')}
          </Button>{' '}
          <ContactLink chat={chat} />
        </p>
      );
    case 'forbidden':
      return (
        <p class="banner bad">
          {t('forbidden')} <ContactLink chat={chat} />
        </p>
      );
    case 'not_found':
      return (
        <p class="banner bad">
          {t('gone')}
          <Button kind="plain" onPress={() => actions.newConversation()}>
            {t('startNew')}
          </Button>{' '}
          <ContactLink chat={chat} />
        </p>
      );
    case 'no_credits':
      return (
        <p class="banner bad">
          {t('paused')}
          <Button kind="plain" onPress={() => actions.retryNow()}>
            {t('tryAgain')}
          </Button>
          <ContactLink chat={chat} />
        </p>
      );
  }
}

// Asks before the transcript is forgotten on this device.

import WORDS from '../../i18n/later/deleted.ts';
import type { ChatModel } from '../model/types.ts';
import { Ask } from './ask.tsx';

export default function Clear({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const clear = () => {
    chat.sheets.hide();
    chat.ports.actions.clearDevice();
    chat.announcer.say(chat.ports.i18n.late(WORDS, 'cleared'));
  };
  return (
    <Ask
      chat={chat}
      question={t('clearQuestion')}
      action={
        <button type="button" class="button filled danger" onClick={clear}>
          {t('clear')}
        </button>
      }
    />
  );
}

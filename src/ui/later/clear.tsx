// Asks before the transcript is forgotten on this device.

import WORDS from '../../i18n/later/deleted.ts';
import type { ChatModel } from '../model/types.ts';
import { Ask } from './ask.tsx';

export default function Clear({ chat }: { chat: ChatModel }) {
  const { late } = chat.ports.i18n;
  const clear = () => {
    chat.sheets.hide();
    chat.ports.actions.clearDevice();
    chat.announcer.say(late(WORDS, 'cleared'));
  };
  return (
    <Ask
      chat={chat}
      question={late(WORDS, 'clearQuestion')}
      action={
        <button type="button" class="button outlined danger" onClick={clear}>
          {late(WORDS, 'clear')}
        </button>
      }
    >
      <p class="note">{late(WORDS, 'clearNote')}</p>
    </Ask>
  );
}

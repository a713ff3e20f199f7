// What screen readers hear of the conversation, as the visitor wishes.

import MENU_WORDS from '../../i18n/later/menu.ts';
import WORDS from '../../i18n/later/reader.ts';
import type { Verbosity } from '../model/announcer.ts';
import type { ChatModel } from '../model/types.ts';
import { SheetPage } from './sheet.tsx';

const VERBOSITIES = [
  ['full', 'readFull'],
  ['short', 'readShort'],
  ['off', 'readOff'],
] as const;

export default function Reader({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { late } = chat.ports.i18n;
  const { verbosity } = chat.announcer;
  const choose = (value: Verbosity) => {
    verbosity.value = value;
    chat.ports.preferences?.set('announce', value);
  };
  return (
    <SheetPage chat={chat} title={t('readAloud')}>
      <p class="note intro">{late(MENU_WORDS, 'readAloudHint')}</p>
      <fieldset class="options" aria-labelledby="bh-sheet">
        {VERBOSITIES.map(([value, key]) => (
          <label key={value} class="option">
            <input
              type="radio"
              name="bh-reader"
              checked={verbosity.value === value}
              onChange={() => choose(value)}
            />
            {late(WORDS, key)}
          </label>
        ))}
      </fieldset>
    </SheetPage>
  );
}

// A link that would carry much to another site: shown whole before it is followed.

import type { ChatModel } from '../model/types.ts';
import { Ask } from './ask.tsx';

export default function LinkQuestion({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const asked = chat.sheets.askedLink.value;
  if (!asked) return null;
  const { link, from } = asked;
  return (
    <Ask
      chat={chat}
      question={t('linkQuestion', { host: link.host })}
      from={from}
      action={
        <a
          class="button filled"
          href={link.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerpolicy="no-referrer"
          onClick={chat.sheets.hide}
        >
          {t('open')}
          <span class="hidden"> ({t('newTab')})</span>
        </a>
      }
    >
      <p class="mono asked-link" dir="ltr">
        {link.href}
      </p>
    </Ask>
  );
}

// The owner's links. Their addresses have been checked by the attribute table; they open beside the page.

import type { ChatModel } from '../model/types.ts';

export function OutLink({ chat, href, text }: { chat: ChatModel; href: string; text: string }) {
  return (
    <a class="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
      <span class="hidden"> ({chat.words.value.t('newTab')})</span>
    </a>
  );
}

export function ContactLink({ chat }: { chat: ChatModel }) {
  const href = chat.options.value.contact;
  return href === null ? null : (
    <OutLink chat={chat} href={href} text={chat.words.value.t('contact')} />
  );
}

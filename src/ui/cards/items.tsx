// Items side by side with a picture, a price and a way on. Nothing here is the agent's markup: pictures come from the
// owner's origins alone, links are checked, and a button sends the words that stand on it and on its item.

import { useEffect, useState } from 'preact/hooks';
import { foreignHostToShow } from '../../content/labels.ts';
import type { LinkInfo } from '../../content/links.ts';
import { askLink } from '../ask-link.ts';
import { picturesOf } from '../model/pictures.ts';
import type { ChatModel } from '../model/types.ts';
import type { Card, Item } from './read-card.ts';

export function Items(props: {
  chat: ChatModel;
  card: Extract<Card, { kind: 'items' }>;
  /** They have come just now, not with the log: say so to a screen reader. */
  isNew: boolean;
}) {
  const { chat, card, isNew } = props;
  useEffect(() => {
    const each = card.items.map(({ title, price }) => [title, price].filter(Boolean).join(', '));
    if (isNew) chat.announcer.say([card.title, each.join('; ')].filter(Boolean).join(': '));
  }, []);
  return (
    <section class="items" part="card" aria-label={card.title || undefined}>
      {card.title !== '' && (
        <p class="items-title" dir="auto">
          {card.title}
        </p>
      )}
      <ul>
        {card.items.map((item, index) => (
          <OneItem key={index} chat={chat} item={item} />
        ))}
      </ul>
    </section>
  );
}

function OneItem({ chat, item }: { chat: ChatModel; item: Item }) {
  const [isBroken, setBroken] = useState(false);
  const { image, link, title, price, text, button } = item;
  const src = image !== null && picturesOf(chat).value.has(image.href) ? image.href : null;
  const press = (event: MouseEvent) => {
    if (!chat.steps.isOwnHand(event)) return;
    chat.log.sendAgain([{ type: 'text', text: `${button}: ${title}` }]);
  };
  return (
    <li class="item">
      {src !== null && !isBroken && (
        <img
          class="item-picture"
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
      <div class="item-words">
        <p class="item-head">
          <span class="item-title" dir="auto">
            {link === null ? title : <ItemLink chat={chat} link={link} title={title} />}
          </span>
          {price !== '' && (
            <>
              <span class="hidden">{',\u00a0'}</span>
              <span class="item-price" dir="auto">
                {price}
              </span>
            </>
          )}
        </p>
        {text !== '' && (
          <p class="item-text" dir="auto">
            {text}
          </p>
        )}
        {button !== '' && (
          <button
            type="button"
            class="button soft item-button"
            dir="auto"
            aria-label={`${button}: ${title}`}
            onClick={press}
          >
            {button}
          </button>
        )}
      </div>
    </li>
  );
}

function ItemLink({ chat, link, title }: { chat: ChatModel; link: LinkInfo; title: string }) {
  const { t } = chat.words.value;
  const host = link.isExternal ? foreignHostToShow(title, link) : null;
  const label = host === null ? title : `${title} (${host})`;
  if (link.asksFirst) {
    return (
      <button
        type="button"
        class="link"
        title={link.host}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => askLink(chat.sheets, link, currentTarget)}
      >
        {label}
      </button>
    );
  }
  return (
    <a
      class="link"
      href={link.href}
      title={link.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerpolicy="no-referrer"
    >
      {label}
      <span class="hidden"> ({t('newTab')})</span>
    </a>
  );
}

// Items below each other, each a row with a picture, a price and one way on. Rows and no carousel: at 360 px that would show
// one item and a half, prices could not be compared, and nobody knows how much more there is; a list is read whole by eyes,
// keys and screen readers. Nothing here is the agent's markup: pictures come from the owner's origins alone, links are
// checked, and a button sends the words that stand on it and on its item.

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
  const pictures = picturesOf(chat).value;
  const srcOf = ({ image }: Item) =>
    image !== null && pictures.has(image.href) ? image.href : null;
  // Where one has a picture the others keep its place, so that all names stand below each other.
  const hasPictures = card.items.some((item) => srcOf(item) !== null);
  return (
    <section
      class={`items ${hasPictures ? 'has-pictures' : ''}`}
      part="card"
      aria-label={card.title || undefined}
    >
      {card.title !== '' && (
        <p class="items-title" dir="auto">
          {card.title}
        </p>
      )}
      <ul>
        {card.items.map((item, index) => (
          <OneItem
            key={index}
            chat={chat}
            item={item}
            src={srcOf(item)}
            hasPictures={hasPictures}
          />
        ))}
      </ul>
    </section>
  );
}

function OneItem(props: { chat: ChatModel; item: Item; src: string | null; hasPictures: boolean }) {
  const { chat, item, src, hasPictures } = props;
  const [isBroken, setBroken] = useState(false);
  const { link, title, price, text, button } = item;
  const press = (event: MouseEvent) => {
    if (!chat.steps.isOwnHand(event)) return;
    chat.log.sendAgain([{ type: 'text', text: `${button}: ${title}` }]);
  };
  return (
    <li class="item">
      {hasPictures &&
        (src !== null && !isBroken ? (
          <img
            class="item-picture"
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            referrerpolicy="no-referrer"
            onError={() => setBroken(true)}
          />
        ) : (
          <span class="item-picture" />
        ))}
      <div class="item-words">
        <div class="item-line">
          <p class="item-title" dir="auto">
            {link === null ? title : <ItemLink chat={chat} link={link} title={title} />}
          </p>
          {price !== '' && (
            <p class="item-price" dir="auto">
              {price}
            </p>
          )}
        </div>
        <div class="item-line">
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

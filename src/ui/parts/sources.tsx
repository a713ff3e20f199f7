// The sources of an answer: a numbered list, each document once. What isn't a web address is shown, not linked.

import { dedupeCitations } from '../../content/citations.ts';
import type { Citation } from '../../protocol/index.ts';
import { askLink } from '../ask-link.ts';
import type { ChatModel } from '../model/types.ts';

export function Sources({
  chat,
  citations,
}: {
  chat: Pick<ChatModel, 'words' | 'sheets'>;
  citations: readonly Citation[];
}) {
  const { t } = chat.words.value;
  const sources = dedupeCitations(citations, globalThis.location?.href);
  return (
    <section class="sources" aria-label={t('sources')}>
      <p class="note">{t('sources')}</p>
      <ol>
        {sources.map(({ link, title, uri }, index) => (
          <li key={index}>
            {/* A link that would carry much to another site is shown whole before it is followed. */}
            {link?.asksFirst ? (
              <button
                type="button"
                class="link"
                dir="auto"
                title={uri}
                onClick={({ currentTarget }) => askLink(chat.sheets, link, currentTarget)}
              >
                {title}
              </button>
            ) : link ? (
              <a
                class="link"
                dir="auto"
                href={link.href}
                target="_blank"
                rel="noopener noreferrer nofollow"
                title={uri}
              >
                {title}
                <span class="hidden"> ({t('newTab')})</span>
              </a>
            ) : (
              <span title={uri} dir="auto">
                {title}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

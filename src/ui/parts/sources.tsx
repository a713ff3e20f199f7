// The sources of an answer: a numbered list, each document once. What isn't a web address is shown, not linked.

import { dedupeCitations, type Source } from '../../content/citations.ts';
import type { Citation } from '../../protocol/index.ts';
import type { ChatModel } from '../model/chat-model.ts';

export function Sources({ chat, citations }: { chat: ChatModel; citations: readonly Citation[] }) {
  const { t } = chat.words.value;
  const sources = dedupeCitations(citations, globalThis.location?.href);
  return (
    <section class="sources" aria-label={t('sources')}>
      <p class="label">{t('sources')}</p>
      <ol>
        {sources.map((source, index) => (
          <li key={index}>
            {source.link?.asksFirst ? (
              <button
                type="button"
                class="link"
                dir="auto"
                title={source.uri}
                onClick={({ currentTarget }) => ask(chat, source.link, currentTarget)}
              >
                {source.title}
              </button>
            ) : source.link ? (
              <a
                class="link"
                dir="auto"
                href={source.link.href}
                target="_blank"
                rel="noopener noreferrer nofollow"
                title={source.uri}
              >
                {source.title}
                <span class="hidden"> ({t('newTab')})</span>
              </a>
            ) : (
              <span title={source.uri} dir="auto">
                {source.title}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** It would carry much to another site: shown whole before it is followed. */
function ask(chat: ChatModel, link: Source['link'], from: HTMLElement): void {
  if (link === null) return;
  chat.askedLink.value = { link, from };
  chat.sheet.value = 'link';
}

// The inbox: the list, the conversation that is open, and its details. On a phone one of them at a time.

import { EVERYTHING } from '../model/inbox.ts';
import { Item } from './conversation-item.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LaterPart } from './later-part.tsx';
import { conversationPart } from './later-parts.ts';
import { Empty, Failure, Waiting } from './parts.tsx';
import type { View } from './view.ts';
import { Tabs } from './work/tabs.tsx';

export function InboxPage({ view }: { view: View }) {
  return (
    <div class="inbox">
      <List view={view} />
      <Pane view={view} />
    </div>
  );
}

/** Beside the list: the conversation that is open. */
function Pane({ view }: { view: View }) {
  const { t, desk } = view;
  if (desk.conversation.sessionId.value === null) {
    return (
      <section class="pane none">
        <Empty title={t('chooseTitle')}>
          <p>{t('chooseText')}</p>
        </Empty>
      </section>
    );
  }
  const loaded = conversationPart.module.value;
  if (loaded !== null) return <loaded.ConversationPane view={view} />;
  return (
    <section class="pane" aria-label={t('transcript')}>
      <LaterPart view={view} part={conversationPart}>
        {() => null}
      </LaterPart>
    </section>
  );
}

function List({ view }: { view: View }) {
  const { t, desk } = view;
  const { inbox } = desk;
  const items = inbox.items.value;
  const error = inbox.error.value;
  const { unread, waiting } = inbox.counts.value;
  const isFiltered = Object.entries(EVERYTHING).some(
    ([name, value]) => inbox.filter.value[name as keyof typeof EVERYTHING] !== value,
  );
  const isWaitingList = inbox.filter.value.status === 'waiting_us';
  return (
    <section class="list" aria-label={t('conversations')}>
      <header>
        <h2 class="title">{t('inbox')}</h2>
        <p class="counts" role="status">
          {waiting > 0 && <strong>{t('waitingCount', { n: waiting })}</strong>}
          {unread > 0 && <span>{t('unreadCount', { n: unread })}</span>}
        </p>
        <Tabs view={view} />
        <FilterBar view={view} isFiltered={isFiltered} />
      </header>
      <NoticeOffer view={view} />
      {error !== null && (
        <Failure view={view} why={error.message} onRetry={() => inbox.refresh()} />
      )}
      {items === null ? (
        error === null && <Waiting view={view} />
      ) : items.length === 0 ? (
        <Empty
          title={t(isWaitingList ? 'waitingNone' : isFiltered ? 'nothingFound' : 'emptyTitle')}
        >
          <p>
            {t(isWaitingList ? 'waitingNoneText' : isFiltered ? 'nothingFoundText' : 'emptyText')}
          </p>
          {isFiltered && (
            <button type="button" class="button" onClick={() => inbox.setFilter(EVERYTHING)}>
              {t('clearFilters')}
            </button>
          )}
        </Empty>
      ) : (
        <ul class="conversations">
          {items.map((item) => (
            <Item key={item.session_id} view={view} item={item} />
          ))}
        </ul>
      )}
      {inbox.hasMore.value && (
        <button
          type="button"
          class="button more"
          aria-disabled={inbox.isLoading.value}
          onClick={() => inbox.loadMore()}
        >
          {t('showMore')}
        </button>
      )}
      {inbox.selected.value !== null && (
        <LaterPart view={view} part={conversationPart}>
          {({ BulkBar }) => <BulkBar view={view} items={items ?? []} />}
        </LaterPart>
      )}
    </section>
  );
}

/** Asked for where it is of use, and never by itself. */
function NoticeOffer({ view }: { view: View }) {
  const { t } = view;
  switch (view.notices.value) {
    case 'off':
      return (
        <p class="offer">
          <button type="button" class="plain" onClick={() => view.askForNotices()}>
            {t('notify')}
          </button>
        </p>
      );
    case 'refused':
    case 'on':
    case 'none':
      return null;
  }
}

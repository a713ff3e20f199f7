// The inbox: the list, the conversation that is open, and its details. On a phone one of them at a time.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Conversation, ConversationState } from '../../gateway/desk-types.ts';
import { EVERYTHING } from '../model/inbox.ts';
import { plainWords } from '../model/plain-words.ts';
import { writeRoute } from '../model/routes.ts';
import { ConversationPane } from './conversation.tsx';
import { FeedbackMark } from './feedback.tsx';
import { SearchIcon } from './icons.tsx';
import { Empty, Failure, Waiting } from './parts.tsx';
import { StateChip, stateWords, visitorName } from './state.tsx';
import type { View } from './view.ts';

const STATES: readonly ConversationState[] = [
  'waiting',
  'held',
  'running',
  'paused',
  'failed',
  'idle',
];
/** Around what a search has found. */
const MATCH = /\uE000([^\uE000\uE001]*)\uE001/;

export function InboxPage({ view }: { view: View }) {
  return (
    <div class="inbox">
      <List view={view} />
      <ConversationPane view={view} />
    </div>
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
  return (
    <section class="list" aria-label={t('conversations')}>
      <header>
        <h2 class="title">{t('inbox')}</h2>
        <p class="counts" role="status">
          {waiting > 0 && <strong>{t('waitingCount', { n: waiting })}</strong>}
          {unread > 0 && <span>{t('unreadCount', { n: unread })}</span>}
        </p>
        <FilterBar view={view} isFiltered={isFiltered} />
      </header>
      <NoticeOffer view={view} />
      {error !== null && (
        <Failure view={view} why={error.message} onRetry={() => inbox.refresh()} />
      )}
      {items === null ? (
        error === null && <Waiting view={view} />
      ) : items.length === 0 ? (
        <Empty title={t(isFiltered ? 'nothingFound' : 'emptyTitle')}>
          <p>{t(isFiltered ? 'nothingFoundText' : 'emptyText')}</p>
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

/** More than these are looked for by name. */
const MANY_SITES = 30;

function FilterBar({ view, isFiltered }: { view: View; isFiltered: boolean }) {
  const { t, desk } = view;
  const { inbox } = desk;
  const filter = inbox.filter.value;
  const { sites, agents } = inbox.filters.value;
  const isOpen = useSignal(false);
  // Once it is there the field stays, however few are found.
  const hasManySites = useRef(false);
  hasManySites.current ||= sites.length > MANY_SITES;
  const siteOptions = sites.map(({ client_id, name }) => [client_id, name ?? client_id] as const);
  // The chosen one stays chosen, though others are looked for.
  const { clientId } = filter;
  if (clientId !== '' && sites.every(({ client_id }) => client_id !== clientId)) {
    siteOptions.push([clientId, clientId]);
  }
  return (
    <search class="filters">
      <div class="search">
        <SearchIcon />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={filter.search}
          onInput={(event) => inbox.setFilter({ search: event.currentTarget.value })}
        />
      </div>
      <div class="quick">
        <label class="toggle">
          <input
            type="checkbox"
            checked={filter.isUnread}
            onChange={(event) => inbox.setFilter({ isUnread: event.currentTarget.checked })}
          />
          <span>{t('unreadOnly')}</span>
        </label>
        <label class="toggle">
          <input
            type="checkbox"
            checked={filter.state === 'waiting'}
            onChange={(event) =>
              inbox.setFilter({ state: event.currentTarget.checked ? 'waiting' : '' })
            }
          />
          <span>{t('stateWaiting')}</span>
        </label>
        <label class="toggle">
          <input
            type="checkbox"
            checked={filter.isBad}
            onChange={(event) => inbox.setFilter({ isBad: event.currentTarget.checked })}
          />
          <span>{t('badFeedback')}</span>
        </label>
        <button
          type="button"
          class="plain"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {t('filters')}
        </button>
        {isFiltered && (
          <button type="button" class="plain" onClick={() => inbox.setFilter(EVERYTHING)}>
            {t('clearFilters')}
          </button>
        )}
      </div>
      {isOpen.value && (
        <div class="selects">
          <Choice
            id="state"
            label={t('filterState')}
            any={t('any')}
            value={filter.state}
            options={STATES.map((state) => [state, stateWords(view, state, null)])}
            onChoose={(state) => inbox.setFilter({ state: state as ConversationState | '' })}
          />
          {hasManySites.current && (
            <div class="search">
              <SearchIcon />
              <input
                type="search"
                aria-label={`${t('filterSite')}: ${t('findByName')}`}
                placeholder={`${t('filterSite')}: ${t('findByName')}`}
                onInput={(event) => inbox.loadFilters(event.currentTarget.value)}
              />
            </div>
          )}
          <Choice
            id="site"
            label={t('filterSite')}
            any={t('any')}
            value={filter.clientId}
            options={siteOptions}
            onChoose={(clientId) => inbox.setFilter({ clientId })}
          />
          <Choice
            id="agent"
            label={t('filterAgent')}
            any={t('any')}
            value={filter.agent}
            options={agents.map(({ agent, name }) => [agent, name])}
            onChoose={(agent) => inbox.setFilter({ agent })}
          />
        </div>
      )}
    </search>
  );
}

function Choice(props: {
  id: string;
  label: string;
  any: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <label class="choice" for={`filter-${props.id}`}>
      <span>{props.label}</span>
      <select
        id={`filter-${props.id}`}
        value={props.value}
        onChange={(event) => props.onChoose(event.currentTarget.value)}
      >
        <option value="">{props.any}</option>
        {props.options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Item({ view, item }: { view: View; item: Conversation }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const isOpen = desk.conversation.sessionId.value === item.session_id;
  const to = { page: 'inbox', sessionId: item.session_id } as const;
  const who = visitorName(view, item);
  const by = item.last_by === 'agent' ? t('agent') : item.last_name;
  return (
    <li class={item.is_unread && !isOpen ? 'unread' : ''}>
      <a
        href={writeRoute(to)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          desk.go(to);
        }}
      >
        <span class="who" dir="auto">
          {item.is_unread && !isOpen && <span class="hidden">{t('unread')}: </span>}
          {who}
        </span>
        <time dateTime={item.last_at}>
          {format.relative(Date.parse(item.last_at), view.now.value)}
        </time>
        <span class="last" dir="auto">
          {item.match === null ? (
            <>
              {by !== null && <span class="by">{by}: </span>}
              {wordsOf(item) || t('noText')}
            </>
          ) : (
            <Match text={item.match} />
          )}
        </span>
        <span class="facts">
          <StateChip view={view} item={item} />
          <FeedbackMark view={view} item={item} />
          <span dir="auto">{item.site_name ?? item.client_id ?? t('noSite')}</span>
          <span dir="auto">{item.agent_name}</span>
        </span>
      </a>
    </li>
  );
}

/** What a visitor has typed stands as it was typed. */
function wordsOf({ last_by: by, last_words: words }: Conversation): string {
  return by === 'visitor' ? words : plainWords(words);
}

function Match({ text }: { text: string }) {
  return (
    <>
      {text.split(MATCH).map((part, index) =>
        // Every second part stood between the marks.
        index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
      )}
    </>
  );
}

// The inbox: the list, the conversation that is open, and its details. On a phone one of them at a time.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Conversation, ConversationState } from '../../gateway/desk-types.ts';
import { EVERYTHING, type InboxFilter } from '../model/inbox.ts';
import { writeRoute } from '../model/routes.ts';
import { FeedbackMark } from './feedback.tsx';
import { FilterIcon, SearchIcon } from './icons.tsx';
import { LaterPart } from './later-part.tsx';
import { conversationPart } from './later-parts.ts';
import { Empty, Failure, Waiting } from './parts.tsx';
import { StateChip, stateWords, visitorName } from './state.tsx';
import type { View } from './view.ts';
import { PresenceChips } from './work/presences.tsx';
import { Tabs, ViewKeeper } from './work/tabs.tsx';
import { RowTime, WorkChips } from './work/waiting.tsx';

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
        <button
          type="button"
          class="icon-button filter-toggle"
          title={t('filters')}
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          <FilterIcon />
          <span class="hidden">{t('filters')}</span>
        </button>
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
            checked={filter.isBad}
            onChange={(event) => inbox.setFilter({ isBad: event.currentTarget.checked })}
          />
          <span>{t('badFeedback')}</span>
        </label>
        {desk.me.value?.role !== 'viewer' && (
          <button
            type="button"
            class="plain push"
            aria-pressed={inbox.selected.value !== null}
            onClick={() => inbox.select(inbox.selected.peek() === null ? new Set() : null)}
          >
            {t('select')}
          </button>
        )}
      </div>
      {isFiltered && (
        <div class="chosen">
          <button type="button" class="plain" onClick={() => inbox.setFilter(EVERYTHING)}>
            {t('clearFilters')}
          </button>
          <ViewKeeper view={view} />
        </div>
      )}
      {isOpen.value && (
        <div class="selects">
          <Choice
            id="status"
            label={t('filterStatus')}
            any={t('tabAll')}
            value={filter.status}
            options={[
              ['waiting_us', t('tabUs')],
              ['waiting_visitor', t('statusVisitor')],
              ['open', t('statusOpen')],
              ['snoozed', t('tabSnoozed')],
              ['closed', t('tabClosed')],
              ['all', t('statusAll')],
            ]}
            onChoose={(status) => inbox.setFilter({ status: status as InboxFilter['status'] })}
          />
          <Choice
            id="assignee"
            label={t('filterAssignee')}
            any={t('any')}
            value={filter.assignedTo}
            options={[
              ['me', t('me')],
              ['none', t('nobody')],
              ...desk.work.assignees.value
                .filter(({ person_id }) => person_id !== desk.me.value?.person_id)
                .map(({ person_id, name }) => [person_id, name] as const),
            ]}
            onChoose={(assignedTo) => inbox.setFilter({ assignedTo })}
          />
          {desk.work.tags.value.length > 0 && (
            <Choice
              id="tag"
              label={t('filterTag')}
              any={t('any')}
              value={filter.tagId}
              options={desk.work.tags.value.map(({ tag_id, name }) => [tag_id, name])}
              onChoose={(tagId) => inbox.setFilter({ tagId })}
            />
          )}
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
          <button
            type="button"
            class="plain"
            onClick={() => {
              view.shortcuts.isSheetOpen.value = true;
            }}
          >
            {t('shortcuts')}
          </button>
          <button type="button" class="plain" onClick={() => desk.palette.open()}>
            {t('keyPalette')}
          </button>
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
  const isOpen = desk.conversation.sessionId.value === item.session_id;
  const to = { page: 'inbox', sessionId: item.session_id } as const;
  const who = visitorName(view, item);
  const selected = desk.inbox.selected.value;
  const isSelected = selected?.has(item.session_id) === true;
  return (
    <li class={item.is_unread && !isOpen ? 'unread' : ''}>
      {selected !== null && (
        <input
          type="checkbox"
          class="pick"
          aria-label={t('selectOne', { name: who })}
          checked={isSelected}
          onChange={() => {
            const others = [...selected].filter((id) => id !== item.session_id);
            desk.inbox.select(new Set(isSelected ? others : [...others, item.session_id]));
          }}
        />
      )}
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
        <RowTime view={view} item={item} />
        <span class="last" dir="auto">
          {item.match === null ? item.visitor_words || t('noText') : <Match text={item.match} />}
        </span>
        <span class="facts">
          <StateChip view={view} item={item} />
          <WorkChips view={view} item={item} />
          <PresenceChips view={view} sessionId={item.session_id} />
          <FeedbackMark view={view} item={item} />
          <span dir="auto">
            {item.client_id !== null && `${item.site_name ?? item.client_id} · `}
            {item.agent_name}
          </span>
        </span>
      </a>
    </li>
  );
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

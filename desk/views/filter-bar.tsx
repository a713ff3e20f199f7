// What narrows the list of conversations: the search, and the filters behind a press.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ConversationState } from '../../gateway/desk-types.ts';
import { EVERYTHING, type InboxFilter } from '../model/inbox.ts';
import { FilterIcon, SearchIcon } from './icons.tsx';
import { stateWords } from './state.tsx';
import type { View } from './view.ts';
import { ViewKeeper } from './work/tabs.tsx';

const STATES: readonly ConversationState[] = [
  'waiting',
  'held',
  'running',
  'paused',
  'failed',
  'idle',
];
/** More than these are looked for by name. */
const MANY_SITES = 30;

export function FilterBar({ view, isFiltered }: { view: View; isFiltered: boolean }) {
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

// Above the list: what is to be done, as tabs with counts, and the views that somebody has saved.

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DeskView } from '../../../gateway/desk-types.ts';
import { EVERYTHING, filterOf, type InboxFilter, isSameFilter, viewOf } from '../../model/inbox.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { Menu } from './menu.tsx';
import { MenuForm, NameField, SharedCheck } from './menu-fields.tsx';

/** More than these aren't counted. */
const MOST = 100;

const TABS = [
  { key: 'tabAll', filter: {} },
  { key: 'tabUs', filter: { status: 'waiting_us' }, count: 'waiting_us' },
  { key: 'tabMine', filter: { assignedTo: 'me' }, count: 'mine' },
  { key: 'tabSnoozed', filter: { status: 'snoozed' }, count: 'snoozed' },
  { key: 'tabClosed', filter: { status: 'closed' } },
] as const satisfies readonly {
  key: MessageKey;
  filter: Partial<InboxFilter>;
  count?: string;
}[];

export function Tabs({ view }: { view: View }) {
  const { t, desk } = view;
  const { inbox, work } = desk;
  const now = inbox.filter.value;
  const counts = inbox.counts.value;
  const countWords = (n: number) => (n >= MOST ? t('moreThan', { n: MOST - 1 }) : String(n));
  const line = (key: string, name: string, filter: InboxFilter, n: number): Tab => ({
    key,
    name,
    count: n > 0 ? countWords(n) : '',
    isChosen: isSameFilter(now, filter),
    choose: () => inbox.setFilter(filter),
  });
  const tabs = TABS.map((tab) =>
    line(
      tab.key,
      t(tab.key),
      { ...EVERYTHING, ...tab.filter },
      'count' in tab ? counts[tab.count] : 0,
    ),
  );
  const views = work.views.value.map(({ view_id, name, filter, count }) =>
    line(view_id, name, filterOf(filter), count),
  );
  return (
    <>
      <TabLine view={view} id="tabs" label={t('statusTabs')} tabs={tabs} />
      {views.length > 0 && <TabLine view={view} id="views" label={t('savedViews')} tabs={views} />}
    </>
  );
}

interface Tab {
  key: string;
  name: string;
  /** '': none is told. */
  count: string;
  isChosen: boolean;
  choose: () => void;
}

/** One line in every language: the tabs that it has no room for stand in a menu at its end. */
function TabLine(props: { view: View; id: string; label: string; tabs: readonly Tab[] }) {
  const { view, id, label, tabs } = props;
  const row = useRef<HTMLDivElement>(null);
  /** How many there is room for. */
  const shown = useSignal(tabs.length);
  const look = () => {
    const all = [...(row.current?.children ?? [])] as HTMLElement[];
    const [first] = all;
    const next = all.findIndex((tab) => tab.offsetTop > (first?.offsetTop ?? 0));
    shown.value = next < 0 ? all.length : next;
  };
  useLayoutEffect(look);
  useLayoutEffect(
    () => (row.current === null ? undefined : view.onResize(row.current, look)),
    [view],
  );
  const rest = tabs.slice(shown.value);
  const chosen = rest.find(({ isChosen }) => isChosen);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div class={`tabs ${id}`} role="group" aria-label={label}>
      <div class="tab-row" ref={row}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            dir="auto"
            class={index < shown.value ? undefined : 'beyond'}
            aria-pressed={tab.isChosen}
            onClick={tab.choose}
          >
            {tab.name}
            {tab.count !== '' && <b>{tab.count}</b>}
          </button>
        ))}
      </div>
      {rest.length > 0 && (
        <Menu
          id={`${id}-more`}
          label={chosen?.name ?? view.t('more')}
          class={chosen === undefined ? 'more-tabs' : 'more-tabs chosen-tab'}
          face={
            <>
              <span dir="auto">{chosen?.name ?? view.t('more')}</span>
              <span aria-hidden="true">▾</span>
            </>
          }
        >
          {(close) =>
            rest.map((tab) => (
              <button
                key={tab.key}
                type="button"
                class="item"
                aria-pressed={tab.isChosen}
                onClick={() => {
                  close();
                  tab.choose();
                }}
              >
                <span dir="auto">{tab.name}</span> <small>{tab.count}</small>
              </button>
            ))
          }
        </Menu>
      )}
    </div>
  );
}

/** Where the filter is none of a tab's and none of a view's, it can become a view; one that is can be changed and deleted. */
export function ViewKeeper({ view }: { view: View }) {
  const { t, desk } = view;
  const { inbox, work } = desk;
  const act = useAct(view);
  const isOpen = useSignal(false);
  const filter = inbox.filter.value;
  const saved = work.views.value.find((one) => isSameFilter(filter, filterOf(one.filter)));
  const isTab = TABS.some((tab) => isSameFilter(filter, { ...EVERYTHING, ...tab.filter }));
  if (saved === undefined && isTab) return null;
  if (isOpen.value) {
    return (
      <ViewForm
        key={saved?.view_id ?? ''}
        view={view}
        saved={saved ?? null}
        onSaved={() => {
          isOpen.value = false;
        }}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        class="plain"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t(saved === undefined ? 'saveView' : 'editView')}
      </button>
      {saved !== undefined && (
        <SurePress
          label={t('removeView')}
          sure={t('removeView')}
          about={saved.name}
          onSure={() => {
            act.run(() => work.removeView(saved.view_id), '');
          }}
        />
      )}
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </>
  );
}

/** @param saved null: a new one, of the filter that is set */
function ViewForm(props: { view: View; saved: DeskView | null; onSaved: () => void }) {
  const { view, saved, onSaved } = props;
  const { t, desk } = view;
  const name = useSignal(saved?.name ?? '');
  const isShared = useSignal(saved?.is_shared ?? false);
  return (
    <MenuForm
      view={view}
      class="view-form"
      save={t('save')}
      onSave={async () => {
        await desk.work.saveView(saved?.view_id ?? null, {
          name: name.value,
          is_shared: isShared.value,
          filter: viewOf(desk.inbox.filter.peek()),
        });
        onSaved();
      }}
    >
      <NameField label={t('viewName')} most={60} name={name} />
      <SharedCheck view={view} isShared={isShared} />
    </MenuForm>
  );
}

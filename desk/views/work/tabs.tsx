// Above the list: what is to be done, as tabs with counts, and the views that somebody has saved.

import { useSignal } from '@preact/signals';
import type { DeskView } from '../../../gateway/desk-types.ts';
import { EVERYTHING, filterOf, type InboxFilter, isSameFilter, viewOf } from '../../model/inbox.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
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
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div class="tabs" role="group" aria-label={t('statusTabs')}>
        {TABS.map((tab) => {
          const n = 'count' in tab ? counts[tab.count] : 0;
          return (
            <button
              key={tab.key}
              type="button"
              aria-pressed={isSameFilter(now, { ...EVERYTHING, ...tab.filter })}
              onClick={() => inbox.setFilter({ ...EVERYTHING, ...tab.filter })}
            >
              {t(tab.key)}
              {n > 0 && <b>{countWords(n)}</b>}
            </button>
          );
        })}
      </div>
      {work.views.value.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
        <div class="tabs views" role="group" aria-label={t('savedViews')}>
          {work.views.value.map(({ view_id, name, filter, count }) => (
            <button
              key={view_id}
              type="button"
              dir="auto"
              aria-pressed={isSameFilter(now, filterOf(filter))}
              onClick={() => inbox.setFilter(filterOf(filter))}
            >
              {name}
              {count > 0 && <b>{countWords(count)}</b>}
            </button>
          ))}
        </div>
      )}
    </>
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

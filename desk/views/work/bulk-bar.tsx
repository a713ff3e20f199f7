// Several conversations chosen in the list, and what is done with all of them at once.

import type { Conversation } from '../../../gateway/desk-types.ts';
import type { Change } from '../../model/work.ts';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AssignMenu, SnoozeMenu, TagMenu } from './acts.tsx';

/** That one call changes. */
const MOST = 100;

export function BulkBar({ view, items }: { view: View; items: readonly Conversation[] }) {
  const { t, desk } = view;
  const { inbox, work } = desk;
  const act = useAct(view);
  const selected = inbox.selected.value;
  if (selected === null) return null;
  const onChange = (change: Change) => {
    act.run(async () => {
      await work.change([...selected], change);
      // What is given or tagged may be wanted for the next press, too.
      if (change.status !== undefined || change.snoozed_until !== undefined)
        inbox.select(new Set());
    }, '');
  };
  const acts = { view, place: 'many', onChange };
  return (
    <fieldset class="bulk-bar" aria-label={t('selectedCount', { n: selected.size })}>
      <p role="status">{t('selectedCount', { n: selected.size })}</p>
      <button
        type="button"
        class="plain"
        onClick={() => inbox.select(new Set(items.slice(0, MOST).map((item) => item.session_id)))}
      >
        {t('selectAll')}
      </button>
      {selected.size > 0 && (
        <>
          <button type="button" class="button small" onClick={() => onChange({ status: 'closed' })}>
            {t('closeIt')}
          </button>
          <SnoozeMenu {...acts} />
          <AssignMenu {...acts} />
          <TagMenu {...acts} />
        </>
      )}
      <button type="button" class="plain push" onClick={() => inbox.select(null)}>
        {t('endSelect')}
      </button>
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </fieldset>
  );
}

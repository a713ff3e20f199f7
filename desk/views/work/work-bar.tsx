// Above an open conversation: whose it is, its tags, and the presses that put it off or end it, for who may.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Conversation } from '../../../gateway/desk-types.ts';
import type { Change } from '../../model/work.ts';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AssignMenu, SnoozeMenu, TagMenu } from './acts.tsx';
import { MoreOnPhone } from './more-on-phone.tsx';
import { TagChip, whenWords } from './row-words.tsx';

export function WorkBar({ view, entry }: { view: View; entry: Conversation }) {
  const { t, desk } = view;
  const act = useAct(view);
  const onChange = (change: Change) => {
    act.run(() => desk.work.change([entry.session_id], change), '');
  };
  const acts = { view, place: 'open', onChange };
  const mayChange = desk.me.value?.role !== 'viewer';
  const isOver = entry.status === 'snoozed' || entry.status === 'closed';
  // A key asked for a menu before the conversation was there.
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { sessionId, what } = desk.writing.peek() ?? {};
    if (sessionId !== entry.session_id) return;
    if (what !== 'assign' && what !== 'snooze' && what !== 'tag') return;
    desk.writing.value = null;
    bar.current?.querySelector<HTMLElement>(`#open-${what}`)?.showPopover();
  }, []);
  return (
    <div class="work-bar" ref={bar}>
      {mayChange ? (
        <AssignMenu {...acts} assigned={entry.assigned_to} />
      ) : (
        entry.assigned_to !== null && (
          <span class="quiet">{t('assignedTo', { name: entry.assigned_to.name })}</span>
        )
      )}
      {entry.tags.map((tag) => (
        <TagChip key={tag.tag_id} tag={tag} />
      ))}
      {mayChange && (
        <MoreOnPhone view={view} id="open-more">
          <TagMenu {...acts} has={entry.tags} />
          {isOver ? null : <SnoozeMenu {...acts} />}
        </MoreOnPhone>
      )}
      <div class="work-ends">
        {isOver && (
          <span class="quiet" role="status">
            {entry.snoozed_until === null
              ? t('statusClosed')
              : t('snoozedUntil', { when: whenWords(view, Date.parse(entry.snoozed_until)) })}
          </span>
        )}
        {mayChange && (
          <button
            type="button"
            class="button small"
            onClick={() => onChange({ status: isOver ? 'open' : 'closed' })}
          >
            {isOver ? t(entry.status === 'closed' ? 'reopen' : 'wake') : t('closeIt')}
          </button>
        )}
      </div>
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </div>
  );
}

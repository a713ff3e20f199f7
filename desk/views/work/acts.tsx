// What a colleague does about one conversation or several: put off, give to somebody, tag. The same menus stand above an open
// conversation and in the list's bar.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Colleague, Tag } from '../../../gateway/desk-types.ts';
import { snoozeTimes } from '../../model/snooze-times.ts';
import type { Change } from '../../model/work.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { Face, SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { Menu } from './menu.tsx';
import { EditLine } from './menu-fields.tsx';
import { TagChip, whenWords } from './row-words.tsx';
import { TagForm } from './tag-form.tsx';

export interface Acts {
  view: View;
  /** Before the ids of the menus: there may be two of each on the page. */
  place: string;
  onChange: (change: Change) => void;
}

export function SnoozeMenu({ view, place, onChange }: Acts) {
  const { t } = view;
  const own = useSignal('');
  return (
    <Menu id={`${place}-snooze`} label={t('snooze')}>
      {(close) => {
        const times = snoozeTimes(view.now.value);
        const until = (at: number) => {
          close();
          onChange({ snoozed_until: new Date(at).toISOString() });
        };
        const choices: [
          MessageKey & ('laterToday' | 'tomorrowMorning' | 'nextWeek'),
          number | null,
        ][] = [
          ['laterToday', times.later],
          ['tomorrowMorning', times.tomorrow],
          ['nextWeek', times.nextWeek],
        ];
        return (
          <>
            {choices.map(([key, at]) =>
              at === null ? null : (
                <button key={key} type="button" class="item" onClick={() => until(at)}>
                  <span>{t(key)}</span> <small>{whenWords(view, at)}</small>
                </button>
              ),
            )}
            <form
              class="own-time"
              onSubmit={(event) => {
                event.preventDefault();
                const at = Date.parse(own.value);
                if (at > view.now.value) until(at);
              }}
            >
              <label for={`${place}-own-time`}>{t('ownTime')}</label>
              <input
                id={`${place}-own-time`}
                type="datetime-local"
                required
                value={own.value}
                onInput={(event) => {
                  own.value = event.currentTarget.value;
                }}
              />
              <button type="submit" class="button small">
                {t('snooze')}
              </button>
            </form>
          </>
        );
      }}
    </Menu>
  );
}

const PRESENCE = {
  here: 'presenceHere',
  away: 'presenceAway',
  off: 'presenceOff',
} as const satisfies Record<Colleague['presence'], MessageKey>;

export function AssignMenu({
  view,
  place,
  onChange,
  assigned,
}: Acts & { assigned?: { person_id: string; name: string } | null }) {
  const { t, desk } = view;
  const me = desk.me.value?.person_id;
  const holder = desk.work.colleagues.value.find(
    ({ person_id }) => person_id === assigned?.person_id,
  );
  // Oneself first.
  const people = desk.work.assignees.value.toSorted(
    (one, other) => Number(other.person_id === me) - Number(one.person_id === me),
  );
  return (
    <Menu
      id={`${place}-assign`}
      label={assigned ? t('assignedTo', { name: assigned.name }) : t('assign')}
      class="button small whose"
      face={
        assigned ? (
          <>
            <Face name={assigned.name} picture={holder?.picture ?? null} />
            <span dir="auto">{assigned.name}</span>
          </>
        ) : undefined
      }
    >
      {(close) => {
        const give = (to: string | null) => {
          close();
          onChange({ assigned_to: to });
        };
        return (
          <>
            <LookWhoIsHere view={view} />
            {people.map(({ person_id: id, name, picture, presence }) => (
              <button
                key={id}
                type="button"
                class="item"
                aria-pressed={assigned?.person_id === id}
                onClick={() => give(id)}
              >
                <Face name={name} picture={picture} />
                <span dir="auto">{id === me ? `${t('me')} (${name})` : name}</span>{' '}
                <small class={`presence ${presence}`}>{t(PRESENCE[presence])}</small>
              </button>
            ))}
            <button type="button" class="item" aria-pressed={!assigned} onClick={() => give(null)}>
              <span>{t('nobody')}</span>
            </button>
          </>
        );
      }}
    </Menu>
  );
}

/** Nobody is told when somebody comes or goes: the menu asks when it opens. */
function LookWhoIsHere({ view }: { view: View }) {
  useEffect(() => {
    view.desk.work.loadColleagues();
  }, [view]);
  return null;
}

export function TagMenu({ view, place, onChange, has = [] }: Acts & { has?: readonly Tag[] }) {
  const { t, desk } = view;
  const isEditing = useSignal(false);
  return (
    <Menu id={`${place}-tag`} label={t('tag')}>
      {() => (
        <>
          {desk.work.tags.value.length === 0 && <p class="quiet">{t('noTags')}</p>}
          {desk.work.tags.value.map((tag) => {
            const isOn = has.some(({ tag_id }) => tag_id === tag.tag_id);
            return (
              <button
                key={tag.tag_id}
                type="button"
                class="item"
                aria-pressed={isOn}
                onClick={() =>
                  onChange(isOn ? { remove_tags: [tag.tag_id] } : { add_tags: [tag.tag_id] })
                }
              >
                <TagChip tag={tag} />
                {isOn && <span aria-hidden="true">✓</span>}
              </button>
            );
          })}
          <TagForm view={view} onSaved={({ tag_id }) => onChange({ add_tags: [tag_id] })} />
          {desk.work.tags.value.length > 0 && (
            <button
              type="button"
              class="plain"
              aria-pressed={isEditing.value}
              onClick={() => {
                isEditing.value = !isEditing.value;
              }}
            >
              {t('editTags')}
            </button>
          )}
          {isEditing.value && <TagsToEdit view={view} />}
        </>
      )}
    </Menu>
  );
}

/** Each with its name and colour; an owner also deletes. */
function TagsToEdit({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <>
      {desk.work.tags.value.map((tag) => (
        <EditLine
          key={tag.tag_id}
          view={view}
          name={tag.name}
          form={(done) => (
            <>
              <TagForm view={view} tag={tag} onSaved={done} />
              {desk.me.value?.role === 'owner' && (
                <SurePress
                  label={t('removeTag')}
                  sure={t('removeTagSure')}
                  about={tag.name}
                  onSure={() => {
                    act.run(() => desk.work.removeTag(tag.tag_id), '');
                  }}
                />
              )}
            </>
          )}
        >
          <TagChip tag={tag} />
        </EditLine>
      ))}
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </>
  );
}

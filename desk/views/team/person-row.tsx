// One person of the team, as an owner sees them: a new password, switched off and on again.

import { useSignal } from '@preact/signals';
import type { Person } from '../../../gateway/desk-types.ts';
import { Face, Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { PasswordField } from './password-field.tsx';

export function PersonRow({ view, person }: { view: View; person: Person }) {
  const { t, desk } = view;
  const isChanging = useSignal(false);
  const act = useAct(view);
  const isKeyOwner = person.login === null;
  const change = async (what: Parameters<typeof desk.team.change>[1]) => {
    if (await act.run(() => desk.team.change(person.person_id, what))) isChanging.value = false;
  };
  return (
    <li class={person.is_disabled ? 'off' : ''}>
      <Face name={person.name} picture={person.picture} />
      <div class="about">
        <strong dir="auto">{person.name}</strong>
        <span class="quiet" dir="auto">
          {person.login ?? t('byKey')}
        </span>
      </div>
      <span class="chip">{t(person.role === 'owner' ? 'owner' : 'roleAgent')}</span>
      {person.is_disabled && <span class="chip failed">{t('switchedOff')}</span>}
      {!isKeyOwner && (
        <div class="actions">
          <button
            type="button"
            class="plain"
            aria-expanded={isChanging.value}
            onClick={() => {
              isChanging.value = !isChanging.value;
            }}
          >
            {t('newPassword')}
            <span class="hidden"> {person.name}</span>
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => change({ is_disabled: !person.is_disabled })}
          >
            {t(person.is_disabled ? 'switchOn' : 'switchOff')}
            <span class="hidden"> {person.name}</span>
          </button>
        </div>
      )}
      {isChanging.value && (
        <form
          class="inline"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget as HTMLFormElement);
            change({ password: String(form.get('password')) });
          }}
        >
          <PasswordField
            view={view}
            id={`password-${person.person_id}`}
            label={t('setPassword', { name: person.name })}
          />
          <button type="submit" class="button primary">
            {t('save')}
          </button>
        </form>
      )}
      <Outcome act={act} />
    </li>
  );
}

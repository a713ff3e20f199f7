// One person of the team, as an owner sees them: role and sites, a link for a new password, switched off and on again.

import { useSignal } from '@preact/signals';
import type { Person } from '../../../gateway/desk-types.ts';
import { Face, Outcome, SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { ROLE_WORDS, RoleFields, readRole } from './role-fields.tsx';

export function PersonRow({ view, person }: { view: View; person: Person }) {
  const { t, desk } = view;
  const isChanging = useSignal(false);
  const act = useAct(view);
  const isKeyOwner = person.login === null;
  const isOwner = desk.me.value?.role === 'owner';
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
      <span class="chip">{t(ROLE_WORDS[person.role])}</span>
      {person.sites !== null && (
        <span class="chip">{t('sitesCount', { n: person.sites.length })}</span>
      )}
      {person.has_second_factor && <span class="chip">{t('hasFactor')}</span>}
      {person.is_disabled && <span class="chip failed">{t('switchedOff')}</span>}
      {!isKeyOwner && isOwner && (
        <div class="actions">
          <button
            type="button"
            class="plain"
            aria-expanded={isChanging.value}
            onClick={() => {
              isChanging.value = !isChanging.value;
            }}
          >
            {t('changeRole')}
            <span class="hidden"> {person.name}</span>
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => act.run(() => desk.team.linkForPassword(person), '')}
          >
            {t('passwordLink')}
            <span class="hidden"> {person.name}</span>
          </button>
          {person.has_second_factor && (
            <SurePress
              label={t('endFactor')}
              sure={t('endFactorSure')}
              about={person.name}
              onSure={() => act.run(() => desk.team.endFactor(person.person_id))}
            />
          )}
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
            change(readRole(new FormData(event.currentTarget as HTMLFormElement)));
          }}
        >
          <RoleFields view={view} id={person.person_id} role={person.role} sites={person.sites} />
          <button type="submit" class="button primary">
            {t('save')}
          </button>
        </form>
      )}
      <Outcome act={act} />
    </li>
  );
}

// Links that let somebody in: made here, shown once, listed until they are used, taken back.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Invitation } from '../../../gateway/desk-types.ts';
import { CopyButton, Field, Outcome, SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { ROLE_WORDS, RoleFields, readRole } from './role-fields.tsx';
import { untilWords } from './until-words.ts';

export function Invite({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <details class="adding">
      <summary class="button">{t('invitePerson')}</summary>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget as HTMLFormElement);
          const email = String(form.get('email') ?? '');
          const invitation = { ...readRole(form), ...(email === '' ? {} : { email }) };
          await act.run(() => desk.team.invite(invitation), '');
        }}
      >
        <p class="quiet">{t('inviteText')}</p>
        <RoleFields view={view} id="invite" />
        <Field id="invite-note" label={t('inviteNote')} hint={t('noteHint')}>
          <input
            id="invite-note"
            name="email"
            type="email"
            autocomplete="off"
            aria-describedby="invite-note-hint"
          />
        </Field>
        <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
          {t('makeLink')}
        </button>
        <Outcome act={act} />
      </form>
    </details>
  );
}

/** The link that was just made: nobody can read it again. */
export function ShownLink({ view }: { view: View }) {
  const { t, desk } = view;
  const shown = desk.team.shown.value;
  const place = useRef<HTMLDivElement>(null);
  // It stands above the form that makes it, where a small window has scrolled it away.
  useLayoutEffect(() => place.current?.scrollIntoView({ block: 'center' }), [shown]);
  if (shown === null) return null;
  const link = `${view.origin}/desk#invite=${shown.token}`;
  return (
    <div ref={place} class="minted" role="status">
      <p>
        {shown.name !== null && <strong dir="auto">{t('linkFor', { name: shown.name })} </strong>}
        {t('linkOnce', { when: untilWords(view, shown.expires_at) })}
        {shown.is_mailed && ` ${t('inviteMailed')}`}
      </p>
      <code dir="ltr">{link}</code>
      <div class="buttons start">
        <CopyButton view={view} text={link} label={t('copyLink')} isPrimary />
        <button type="button" class="button" onClick={() => desk.team.forgetLink()}>
          {t('close')}
        </button>
      </div>
    </div>
  );
}

export function Invitations({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const rows = desk.team.invitations.value;
  if (rows.length === 0) return null;
  const nameOf = ({ person_id, email }: Invitation) =>
    desk.team.people.value?.find((person) => person.person_id === person_id)?.name ?? email;
  return (
    <>
      <h4>{t('openInvitations')}</h4>
      <ul class="devices">
        {rows.map((row) => (
          <li key={row.invitation_id}>
            <div class="about">
              <strong dir="auto">{nameOf(row) ?? t(ROLE_WORDS[row.role])}</strong>
              <span class="quiet">
                {row.person_id === null ? t(ROLE_WORDS[row.role]) : t('forPassword')} ·{' '}
                {t('invitationEnds', { when: untilWords(view, row.expires_at) })}
              </span>
            </div>
            <SurePress
              label={t('withdraw')}
              sure={t('withdraw')}
              about={nameOf(row) ?? ''}
              onSure={() => act.run(() => desk.team.withdraw(row.invitation_id), '')}
            />
          </li>
        ))}
      </ul>
      <Outcome act={act} />
    </>
  );
}

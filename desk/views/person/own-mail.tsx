// Which mails a person gets: of visitors who wait, and a summary.

import { useEffect } from 'preact/hooks';
import type { Me } from '../../../gateway/desk-types.ts';
import { Field, Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const DIGESTS = { off: 'digestOff', daily: 'digestDaily', weekly: 'digestWeekly' } as const;
const MINUTES = [2, 5, 10, 30, 60, 240];

export function OwnMail({ view }: { view: View }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const act = useAct(view);
  const settings = desk.me.value?.settings;
  const state = desk.mail.state.value;
  useEffect(() => {
    desk.mail.load();
  }, [desk]);
  if (state === null || settings === undefined) return null;
  if (state.from === null) {
    return (
      <section class="sheet own-name">
        <h3>{t('mail')}</h3>
        <p class="quiet">{t('mailNotSet')}</p>
      </section>
    );
  }
  const { email, mail_after: after, digest } = settings;
  const minutes = after === null || MINUTES.includes(after) ? MINUTES : [after, ...MINUTES];
  return (
    <form
      class="sheet own-name"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        act.run(() => desk.account.change({ settings: readForm(form) }));
      }}
    >
      <h3>{t('mail')}</h3>
      <Field id="own-email" label={t('ownEmail')} hint={t('ownEmailHint', { from: state.from })}>
        <input
          id="own-email"
          name="email"
          type="email"
          maxLength={254}
          autocomplete="email"
          aria-describedby="own-email-hint"
          defaultValue={email ?? ''}
        />
      </Field>
      <Field id="mail-after" label={t('mailAfter')} hint={t('mailAfterHint')}>
        <select id="mail-after" name="after" aria-describedby="mail-after-hint">
          <option value="" selected={after === null}>
            {t('never')}
          </option>
          {minutes.map((count) => (
            <option key={count} value={count} selected={count === after}>
              {format.duration(count * 60_000)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="mail-digest" label={t('digest')} hint={t('digestHint')}>
        <select id="mail-digest" name="digest" aria-describedby="mail-digest-hint">
          {(Object.keys(DIGESTS) as (keyof typeof DIGESTS)[]).map((one) => (
            <option key={one} value={one} selected={one === digest}>
              {t(DIGESTS[one])}
            </option>
          ))}
        </select>
      </Field>
      <div class="buttons start">
        <button type="submit" class="button" aria-disabled={act.isBusy.value}>
          {t('save')}
        </button>
        {email !== null && (
          <button
            type="button"
            class="button"
            aria-disabled={act.isBusy.value}
            onClick={() => act.run(() => desk.mail.trial(), t('mailTried', { to: email }))}
          >
            {t('mailTry')}
          </button>
        )}
      </div>
      <Outcome act={act} />
    </form>
  );
}

/** With the device's time zone: quiet hours and mornings are by it. */
function readForm(form: FormData): Partial<Me['settings']> {
  const email = String(form.get('email') ?? '').trim();
  const after = String(form.get('after') ?? '');
  const digest = (Object.keys(DIGESTS) as (keyof typeof DIGESTS)[]).find(
    (one) => one === form.get('digest'),
  );
  return {
    email: email === '' ? null : email,
    mail_after: after === '' ? null : Number(after),
    digest: digest ?? 'off',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

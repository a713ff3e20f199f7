// A form for somebody who is to sign in.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { DeskRole } from '../../../gateway/desk-types.ts';
import { Face, Field, Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { PasswordField } from './password-field.tsx';

export function AddPerson({ view }: { view: View }) {
  const { t, desk } = view;
  const picture = useSignal<string | null>(null);
  const act = useAct(view);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (form.current === null) return;
    const fields = new FormData(form.current);
    const text = (name: string) => String(fields.get(name) ?? '');
    const name = text('name');
    const person = {
      name,
      login: text('login'),
      password: text('password'),
      role: text('role') as DeskRole,
      picture: picture.value,
    };
    if (!(await act.run(() => desk.team.add(person), t('added', { name })))) return;
    form.current.reset();
    picture.value = null;
  };
  return (
    <details class="adding">
      <summary class="button">{t('addPerson')}</summary>
      <form ref={form} onSubmit={submit}>
        <Field id="new-name" label={t('name')} hint={t('nameHint')}>
          <input id="new-name" name="name" maxLength={80} required />
        </Field>
        <Field id="new-login" label={t('login')}>
          <input id="new-login" name="login" autocomplete="off" autocapitalize="none" required />
        </Field>
        <PasswordField view={view} id="new-password" label={t('password')} />
        <fieldset class="roles">
          <legend>{t('role')}</legend>
          {(['agent', 'owner'] as const).map((role) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={role === 'agent'} />
              <span>
                <strong>{t(role === 'owner' ? 'owner' : 'roleAgent')}</strong>{' '}
                <span class="quiet">{t(role === 'owner' ? 'ownerHint' : 'agentHint')}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Field id="new-picture" label={t('picture')} hint={t('pictureHint')}>
          <input
            id="new-picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={async (event) => {
              const [file] = event.currentTarget.files ?? [];
              picture.value = file === undefined ? null : await view.shrinkPicture(file);
            }}
          />
        </Field>
        {picture.value !== null && <Face name="" picture={picture.value} />}
        <button type="submit" class="button primary">
          {t('addPerson')}
        </button>
        <Outcome act={act} />
      </form>
    </details>
  );
}

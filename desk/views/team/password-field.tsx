// A password that an owner gives out, which no browser is to fill in.

import { Field } from '../parts.tsx';
import type { View } from '../view.ts';

const MIN_PASSWORD = 10;

export function PasswordField({ view, id, label }: { view: View; id: string; label: string }) {
  return (
    <Field id={id} label={label} hint={view.t('passwordHint')}>
      <input
        id={id}
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={MIN_PASSWORD}
        required
      />
    </Field>
  );
}

// One's own passkeys: those that there are, and one more.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Passkey } from '../../../gateway/desk-types.ts';
import { Field, Outcome, SurePress } from '../parts.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const MAX_NAME = 60;

export function OwnPasskeys({ view }: { view: View }) {
  const { t, desk } = view;
  const { passkeys } = desk;
  const act = useAct(view);
  const me = desk.me.value;
  // Those who sign in at an identity provider alone have theirs there.
  const mayHave = me !== null && (me.has_password || me.login === null);
  useEffect(() => {
    if (mayHave) passkeys.load();
  }, [passkeys, mayHave]);
  const items = passkeys.items.value;
  if (!mayHave || items === null) return null;
  return (
    <section class="sheet own-name">
      <h3>{t('passkeys')}</h3>
      <p class="quiet">{t('passkeysText')}</p>
      {items.length > 0 && (
        <ul class="devices">
          {items.map((passkey) => (
            <Row key={passkey.passkey_id} view={view} act={act} passkey={passkey} />
          ))}
        </ul>
      )}
      <Add view={view} act={act} hasPassword={me.has_password} />
      <Outcome act={act} />
    </section>
  );
}

function Row({ view, act, passkey }: { view: View; act: Act; passkey: Passkey }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const isNaming = useSignal(false);
  const { passkey_id: id, name, created_at, used_at } = passkey;
  const when = (at: string) => format.relative(Date.parse(at), view.now.value);
  return (
    <li>
      <div class="about">
        <strong dir="auto">{name}</strong>
        <span class="quiet">
          {t('passkeySince', { when: when(created_at) })} ·{' '}
          {used_at === null ? t('passkeyUnused') : t('passkeyUsed', { when: when(used_at) })}
        </span>
      </div>
      <button
        type="button"
        class="button small"
        aria-expanded={isNaming.value}
        onClick={() => {
          isNaming.value = !isNaming.value;
        }}
      >
        {t('rename')}
        <span class="hidden"> {name}</span>
      </button>
      <SurePress
        label={t('passkeyRemove')}
        sure={t('passkeyRemoveSure')}
        about={name}
        onSure={() => act.run(() => desk.passkeys.remove(id), '')}
      />
      {isNaming.value && (
        <form
          class="naming"
          onSubmit={async (event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget as HTMLFormElement);
            const given = String(form.get('name') ?? '');
            if (await act.run(() => desk.passkeys.rename(id, given))) isNaming.value = false;
          }}
        >
          <Field id={`name-${id}`} label={t('passkeyName')}>
            <input
              id={`name-${id}`}
              name="name"
              maxLength={MAX_NAME}
              defaultValue={name}
              required
            />
          </Field>
          <button type="submit" class="button">
            {t('save')}
          </button>
        </form>
      )}
    </li>
  );
}

function Add({ view, act, hasPassword }: { view: View; act: Act; hasPassword: boolean }) {
  const { t, desk } = view;
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const element = event.currentTarget as HTMLFormElement;
        const form = new FormData(element);
        const [name, password] = [String(form.get('name')), String(form.get('password') ?? '')];
        let isAdded = false;
        const add = async () => {
          isAdded = await desk.passkeys.add(name, password);
        };
        await act.run(add, () => t(isAdded ? 'passkeyAdded' : 'passkeyNotAdded'));
        if (isAdded) element.reset();
      }}
    >
      <Field id="passkey-name" label={t('passkeyName')} hint={t('passkeyNameHint')}>
        <input
          id="passkey-name"
          name="name"
          maxLength={MAX_NAME}
          autocomplete="off"
          aria-describedby="passkey-name-hint"
          required
        />
      </Field>
      {/* A borrowed desk must not get a way in of its own. */}
      {hasPassword && (
        <Field id="passkey-password" label={t('oldPassword')}>
          <input
            id="passkey-password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
          />
        </Field>
      )}
      <div class="buttons start">
        <button type="submit" class="button" aria-disabled={act.isBusy.value}>
          {t('passkeyAdd')}
        </button>
      </div>
    </form>
  );
}

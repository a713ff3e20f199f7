// One's own account: name and picture, password, second factor, language, and where one is signed in.

import { useSignal } from '@preact/signals';
import { LanguageSelect } from '../language-select.tsx';
import { Face, Field, Outcome } from '../parts.tsx';
import { OwnPasskeys } from '../passkey/own-passkeys.tsx';
import { OwnMail } from '../person/own-mail.tsx';
import { OwnPush } from '../person/own-push.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AwayPart } from '../work/away.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

const MIN_PASSWORD = 10;

export function AccountPart({ view }: { view: View }) {
  const { t, desk } = view;
  const me = desk.me.value;
  if (me === null) return null;
  return (
    <>
      <OwnName view={view} />
      {me.has_password && <OwnPassword view={view} />}
      {me.has_password && <SecondFactor view={view} />}
      <OwnPasskeys view={view} />
      <section class="sheet own-language">
        <Field id="own-language" label={t('language')}>
          <LanguageSelect view={view} id="own-language" />
        </Field>
      </section>
      <AwayPart view={view} />
      <Ringing view={view} />
      <OwnPush view={view} />
      <OwnMail view={view} />
      <Sessions view={view} of={me.person_id} />
    </>
  );
}

function OwnName({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const me = desk.me.value;
  const picture = useSignal<string | null>(me?.picture ?? null);
  return (
    <form
      class="sheet own-name"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        const name = String(form.get('name') ?? '');
        act.run(() => desk.account.change({ name, picture: picture.value }));
      }}
    >
      <Field id="own-name" label={t('yourName')} hint={t('nameAskText')}>
        <input
          id="own-name"
          name="name"
          maxLength={80}
          autocomplete="name"
          aria-describedby="own-name-hint"
          defaultValue={me?.name ?? ''}
          required
        />
      </Field>
      <div class="own-picture">
        <Face name={me?.name ?? ''} picture={picture.value} />
        <Field id="own-picture" label={t('picture')} hint={t('pictureHint')}>
          <input
            id="own-picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="own-picture-hint"
            onChange={async (event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file !== undefined) picture.value = await view.shrinkPicture(file);
            }}
          />
        </Field>
      </div>
      {picture.value !== null && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            picture.value = null;
          }}
        >
          {t('removePicture')}
        </button>
      )}
      <button type="submit" class="button" aria-disabled={act.isBusy.value}>
        {t('save')}
      </button>
      <Outcome act={act} />
    </form>
  );
}

function OwnPassword({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <form
      class="sheet own-name"
      onSubmit={async (event) => {
        event.preventDefault();
        const element = event.currentTarget as HTMLFormElement;
        const form = new FormData(element);
        const [old_password, password] = [String(form.get('old')), String(form.get('new'))];
        const change = { old_password, password };
        if (await act.run(() => desk.account.change(change), t('passwordChanged'))) element.reset();
      }}
    >
      <h3>{t('changePassword')}</h3>
      <Field id="old-password" label={t('oldPassword')}>
        <input
          id="old-password"
          name="old"
          type="password"
          autocomplete="current-password"
          required
        />
      </Field>
      <Field id="chosen-password" label={t('chosenPassword')} hint={t('ownPasswordHint')}>
        <input
          id="chosen-password"
          name="new"
          type="password"
          autocomplete="new-password"
          aria-describedby="chosen-password-hint"
          minLength={MIN_PASSWORD}
          required
        />
      </Field>
      <button type="submit" class="button" aria-disabled={act.isBusy.value}>
        {t('changePassword')}
      </button>
      <Outcome act={act} />
    </form>
  );
}

/** Whether the desk rings, and when it is quiet. */
function Ringing({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const { sound = false, quiet = null } = desk.me.value?.settings ?? {};
  return (
    <form
      class="sheet own-name"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        const [from, until] = [String(form.get('from') ?? ''), String(form.get('until') ?? '')];
        const isChosen = from !== '' && until !== '';
        const settings = {
          sound: form.get('sound') !== null,
          quiet: isChosen ? { from, until } : null,
        };
        act.run(() => desk.account.change({ settings }));
      }}
    >
      <h3>{t('ringing')}</h3>
      <label class="check">
        <input
          type="checkbox"
          name="sound"
          defaultChecked={sound}
          onChange={(event) => {
            if (event.currentTarget.checked) view.ring();
          }}
        />
        <span>{t('ringWhen')}</span>
      </label>
      <p class="quiet">{t('quietHint')}</p>
      <Field id="quiet-from" label={t('quietFrom')}>
        <input id="quiet-from" name="from" type="time" defaultValue={quiet?.from ?? ''} />
      </Field>
      <Field id="quiet-until" label={t('quietUntil')}>
        <input id="quiet-until" name="until" type="time" defaultValue={quiet?.until ?? ''} />
      </Field>
      <button type="submit" class="button" aria-disabled={act.isBusy.value}>
        {t('save')}
      </button>
      <Outcome act={act} />
    </form>
  );
}

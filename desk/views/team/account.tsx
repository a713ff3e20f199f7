// One's own account: name and picture, password, second factor, language, and where one is signed in.

import { useSignal } from '@preact/signals';
import { LanguageSelect } from '../language-select.tsx';
import { Face, Field, LineField, NewPasswordField, Outcome, OwnNameField } from '../parts.tsx';
import { OwnPasskeys } from '../passkey/own-passkeys.tsx';
import { OwnMail } from '../person/own-mail.tsx';
import { OwnPush } from '../person/own-push.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AwayPart } from '../work/away.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

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
      <OwnNameField view={view} id="own-name" name={me?.name ?? ''} />
      <div class="own-picture">
        <Face name={me?.name ?? ''} picture={picture.value} />
        <LineField
          id="own-picture"
          label={t('picture')}
          hint={t('pictureHint')}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={async (event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) picture.value = await view.shrinkPicture(file);
          }}
        />
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
      <LineField
        id="old-password"
        label={t('oldPassword')}
        name="old"
        type="password"
        autocomplete="current-password"
        required
      />
      <NewPasswordField view={view} id="chosen-password" label={t('chosenPassword')} name="new" />
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
      <LineField
        id="quiet-from"
        label={t('quietFrom')}
        name="from"
        type="time"
        defaultValue={quiet?.from ?? ''}
      />
      <LineField
        id="quiet-until"
        label={t('quietUntil')}
        name="until"
        type="time"
        defaultValue={quiet?.until ?? ''}
      />
      <button type="submit" class="button" aria-disabled={act.isBusy.value}>
        {t('save')}
      </button>
      <Outcome act={act} />
    </form>
  );
}

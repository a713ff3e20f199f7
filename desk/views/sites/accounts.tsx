// Who is signed in on the site: the secret by which its server says so, or the address of keys, and what happens to a guest's talk.

import { useSignal } from '@preact/signals';
import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { PLATFORMS } from '../../model/platforms.ts';
import { tagChoicesOf } from '../../model/site-look.ts';
import { USER_TOKEN_SNIPPETS, type UserTokenLanguage } from '../../model/user-token-snippets.ts';
import { CopyButton, Field, Outcome, SurePress } from '../parts.tsx';
import { Switch } from '../switch.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { CodeToCopy } from './code-to-copy.tsx';

interface Props {
  view: View;
  state: PublicSiteState;
}

const LANGUAGES = Object.keys(USER_TOKEN_SNIPPETS) as UserTokenLanguage[];

export function AccountsPart({ view, state }: Props) {
  const { t } = view;
  const { publicSite } = view.desk;
  const act = useAct(view);
  const tag = PLATFORMS.plain.write({
    script: `${view.origin}/bellhop.js`,
    publicId: state.public_id,
    settings: { ...tagChoicesOf(state.settings), userToken: 'TOKEN' },
  });
  return (
    <>
      <section class="sheet">
        <h3>{t('accountsTitle')}</h3>
        <p class="quiet">{t('accountsText')}</p>
        <Switch
          id="takes-along"
          label={t('takesAlong')}
          hint={t('takesAlongHint')}
          isOn={state.takes_guests_along}
          onChange={(isOn) => act.run(() => publicSite.change({ takes_guests_along: isOn }))}
        />
        <Switch
          id="keeps-devices"
          label={t('keepsDevices')}
          hint={t('keepsDevicesHint')}
          isOn={state.keeps_devices}
          onChange={(isOn) => act.run(() => publicSite.change({ keeps_devices: isOn }))}
        />
        <Outcome act={act} />
      </section>
      <div class="halves">
        <Secret view={view} state={state} />
        <KeysAddress view={view} state={state} />
      </div>
      <section class="sheet boxed">
        <h3>{t('accountsToken')}</h3>
        <p class="quiet">{t('accountsTokenText')}</p>
        <Example view={view} />
      </section>
      <section class="sheet boxed">
        <h3>{t('accountsTag')}</h3>
        <p class="quiet">{t('accountsTagText')}</p>
        <CodeToCopy view={view} code={tag} label={t('tokenTag')} press={t('copyTag')} />
      </section>
    </>
  );
}

function Secret({ view, state }: Props) {
  const { t } = view;
  const act = useAct(view);
  return (
    <section class="sheet">
      <h3>{t('accountsSecret')}</h3>
      <p class="quiet">{t('accountsSecretText')}</p>
      <Made view={view} />
      <p>{t(state.has_user_secret ? 'hasSecret' : 'hasNoSecret')}</p>
      <SecretActs view={view} hasSecret={state.has_user_secret} act={act} />
      <Outcome act={act} />
    </section>
  );
}

function SecretActs({ view, hasSecret, act }: { view: View; hasSecret: boolean; act: Act }) {
  const { t } = view;
  const { publicSite } = view.desk;
  const make = () => act.run(() => publicSite.makeSecret(), t('secretMade'));
  if (!hasSecret) {
    return (
      <div class="buttons start">
        <button
          type="button"
          class="button primary"
          aria-disabled={act.isBusy.value}
          onClick={make}
        >
          {t('makeSecret')}
        </button>
      </div>
    );
  }
  return (
    <div class="actions at-edge">
      <SurePress label={t('replaceSecret')} sure={t('replaceSecretSure')} about="" onSure={make} />
      <SurePress
        label={t('dropSecret')}
        sure={t('dropSecretSure')}
        about=""
        onSure={() => act.run(() => publicSite.dropSecret(), t('secretDropped'))}
      />
    </div>
  );
}

/** The secret that was just made: shown once. */
function Made({ view }: { view: View }) {
  const { t } = view;
  const { publicSite } = view.desk;
  const secret = publicSite.secret.value;
  if (secret === null) return null;
  return (
    <div class="minted" role="status">
      <p>
        <strong>{t('secretOnce')}</strong>
      </p>
      <code dir="ltr">{secret}</code>
      <div class="buttons start">
        <CopyButton view={view} text={secret} label={t('copy')} isPrimary />
        <button type="button" class="button" onClick={() => publicSite.forgetSecret()}>
          {t('keyKept')}
        </button>
      </div>
    </div>
  );
}

function KeysAddress({ view, state }: Props) {
  const { t } = view;
  const { publicSite } = view.desk;
  const act = useAct(view);
  return (
    <form
      class="sheet"
      noValidate
      key={state.user_keys_url ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget as HTMLFormElement);
        const url = String(fields.get('keys') ?? '').trim();
        act.run(() => publicSite.change({ user_keys_url: url || null }));
      }}
    >
      <Field id="keys-url" label={t('keysUrl')} hint={t('keysUrlHint', { id: state.public_id })}>
        <input
          id="keys-url"
          name="keys"
          type="url"
          dir="ltr"
          placeholder="https://"
          aria-describedby="keys-url-hint"
          defaultValue={state.user_keys_url ?? ''}
        />
      </Field>
      <Outcome act={act} />
      <div class="buttons start">
        <button type="submit" class="button" aria-disabled={act.isBusy.value}>
          {t('save')}
        </button>
      </div>
    </form>
  );
}

function Example({ view }: { view: View }) {
  const { t } = view;
  const language = useSignal<UserTokenLanguage>('node');
  const { label, code } = USER_TOKEN_SNIPPETS[language.value];
  return (
    <>
      <fieldset class="segments ways-to-paste">
        <legend class="hidden">{t('snippetLanguage')}</legend>
        {LANGUAGES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="token-language"
              checked={language.value === one}
              onChange={() => {
                language.value = one;
              }}
            />
            <span>{USER_TOKEN_SNIPPETS[one].label}</span>
          </label>
        ))}
      </fieldset>
      <CodeToCopy
        key={language.value}
        view={view}
        code={code}
        label={t('tokenCode', { language: label })}
        press={t('copyExample')}
      />
    </>
  );
}

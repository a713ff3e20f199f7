// The page of somebody who comes by a link: who they want to be at the desk, and their own password.

import { useSignal } from '@preact/signals';
import type { ApiError } from '../edge/api.ts';
import { LanguageSelect } from './language-select.tsx';
import { Bell, LineField, NewPasswordField, OwnNameField, Waiting } from './parts.tsx';
import type { View } from './view.ts';

export function Join({ view }: { view: View }) {
  const { joining } = view.desk;
  const link = joining.link.value;
  if (joining.error.value !== null) return <Over view={view} error={joining.error.value} />;
  if (link === null) return <Waiting view={view} />;
  return <JoinForm view={view} link={link} />;
}

type Link = NonNullable<View['desk']['joining']['link']['value']>;

function JoinForm({ view, link }: { view: View; link: Link }) {
  const { t, desk } = view;
  const isBusy = useSignal(false);
  const error = useSignal('');
  const isNew = link.login === null;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.value) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '');
    const { language } = view.texts.peek();
    isBusy.value = true;
    error.value = '';
    try {
      await desk.join({
        ...(isNew ? { login: text('login'), name: text('name'), settings: { language } } : {}),
        password: text('password'),
      });
    } catch (failure) {
      const { status, message } = failure as ApiError;
      error.value = status === 429 ? t('tooMany') : status === 0 ? t('away') : message;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <main class="gate">
      <form class="card" onSubmit={submit}>
        <Bell />
        <h1>{t('joinTitle')}</h1>
        <p class="quiet">
          {isNew ? t('joinText') : t('joinPassword', { login: link.login ?? '' })}
        </p>
        {isNew && (
          <>
            <OwnNameField view={view} id="join-name" />
            <LineField
              id="join-login"
              label={t('login')}
              hint={t('joinLoginHint')}
              name="login"
              autocomplete="username"
              autocapitalize="none"
              defaultValue={link.email ?? ''}
              required
            />
          </>
        )}
        <NewPasswordField view={view} id="join-password" label={t('password')} name="password" />
        <p class="error" role="alert">
          {error.value}
        </p>
        <button type="submit" class="button primary wide" aria-disabled={isBusy.value}>
          {t('join')}
        </button>
        <LanguageSelect view={view} />
      </form>
    </main>
  );
}

function Over({ view, error }: { view: View; error: ApiError }) {
  const { t } = view;
  return (
    <main class="gate">
      <div class="card">
        <Bell />
        <h1>{t('joinTitle')}</h1>
        <p role="alert">
          {error.status === 404 ? t('inviteOver') : t('failed', { why: error.message })}
        </p>
        <a class="button wide" href="/desk">
          {t('toSignIn')}
        </a>
      </div>
    </main>
  );
}

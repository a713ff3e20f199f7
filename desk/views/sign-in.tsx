// The page of somebody who isn't signed in.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiError } from '../edge/api.ts';
import type { LastVisit } from '../model/last-visit.ts';
import { Bell, Field } from './parts.tsx';
import { WithPasskey } from './passkey/with-passkey.tsx';
import type { View } from './view.ts';

export function SignIn({ view }: { view: View }) {
  const { t, desk } = view;
  const way = useSignal<'key' | 'login'>('key');
  const isBusy = useSignal(false);
  const error = useSignal('');
  const needsCode = useSignal(false);
  const { provider = null, passwords = true } = desk.ways.value ?? {};

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '');
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = '';
    try {
      await desk.signIn(
        way.value === 'key'
          ? { key: text('key') }
          : {
              login: text('login'),
              password: text('password'),
              ...(text('code') === '' ? {} : { code: text('code') }),
            },
      );
    } catch (failure) {
      const isFirstAsked = (failure as ApiError).needsCode && !needsCode.peek();
      needsCode.value = (failure as ApiError).needsCode;
      error.value = isFirstAsked ? '' : wordsOf(failure as ApiError, view);
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <main class="gate">
      <form class="card" onSubmit={submit}>
        <Bell />
        <h1>{t('signInTitle')}</h1>
        <LinkFault view={view} />
        {provider !== null && <AtProvider view={view} name={provider.name} />}
        {passwords && (
          <fieldset class="segments">
            <legend class="hidden">{t('howToSignIn')}</legend>
            {(['key', 'login'] as const).map((choice) => (
              <label key={choice}>
                <input
                  type="radio"
                  name="way"
                  checked={way.value === choice}
                  onChange={() => {
                    way.value = choice;
                    error.value = '';
                  }}
                />
                <span>{t(choice === 'key' ? 'withKey' : 'withLogin')}</span>
              </label>
            ))}
          </fieldset>
        )}
        {way.value === 'key' ? (
          <Field id="key" label={t('key')} hint={t('keyHint')}>
            <input
              id="key"
              name="key"
              type="password"
              autocomplete="current-password"
              aria-describedby="key-hint"
              required
            />
          </Field>
        ) : (
          <>
            <Field id="login" label={t('login')}>
              <input
                id="login"
                name="login"
                autocomplete="username"
                autocapitalize="none"
                required
              />
            </Field>
            <Field id="password" label={t('password')}>
              <input
                id="password"
                name="password"
                type="password"
                autocomplete="current-password"
                required
              />
            </Field>
            {needsCode.value && <CodeField view={view} />}
          </>
        )}
        <p class="error" role="alert">
          {error.value}
        </p>
        <button
          type="submit"
          class={provider === null ? 'button primary wide' : 'button wide'}
          aria-disabled={isBusy.value}
        >
          {t('signIn')}
        </button>
        <WithPasskey view={view} />
      </form>
    </main>
  );
}

/** Comes once the password was right, and takes the keyboard. */
function CodeField({ view }: { view: View }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Field id="sign-in-code" label={view.t('code')} hint={view.t('codeHint')}>
      <input
        ref={input}
        id="sign-in-code"
        name="code"
        autocomplete="one-time-code"
        autocapitalize="none"
        aria-describedby="sign-in-code-hint"
        required
      />
    </Field>
  );
}

/** Why somebody who came by a link stands here. */
function LinkFault({ view: { t, desk } }: { view: View }) {
  const visit = desk.lastVisit.value;
  if (visit !== 'link-used' && visit !== 'link-elsewhere') return null;
  return (
    <p class="error" role="alert">
      {t(visit === 'link-used' ? 'linkUsed' : 'linkElsewhere')}
    </p>
  );
}

/** A link, since the browser leaves the page for the provider's. */
function AtProvider({ view, name }: { view: View; name: string }) {
  const { t, desk } = view;
  const visit = desk.lastVisit.value;
  const fault = FAULTS.get(visit);
  const { query } = desk.connecting;
  const connect = query === '' ? '' : `?connect=${encodeURIComponent(query)}`;
  return (
    <>
      {fault !== undefined && (
        <p class="error" role="alert">
          {t(fault, { name })}
        </p>
      )}
      <a class="button primary wide" href={`/console/oidc/start${connect}`}>
        {t('signInAt', { name })}
      </a>
      {visit === 'signed-out' && (
        <p class="hint">
          {t('signedOutHere', { name })}{' '}
          <a href="/console/oidc/sign-out">{t('signOutThere', { name })}</a>
        </p>
      )}
      <p class="or">{t('or')}</p>
    </>
  );
}

const FAULTS = new Map<LastVisit, 'providerRefused' | 'providerFailed' | 'providerAgain'>([
  ['refused', 'providerRefused'],
  ['failed', 'providerFailed'],
  ['again', 'providerAgain'],
]);

function wordsOf({ status, message, needsCode }: ApiError, { t }: View): string {
  if (needsCode) return t('codeWrong');
  if (status === 401) return t('wrongSignIn');
  if (status === 429) return t('tooMany');
  return status === 0 ? t('away') : message;
}

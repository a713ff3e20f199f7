// The press that signs in with a passkey, where somebody has one and this browser knows them.

import { useSignal } from '@preact/signals';
import type { ApiError } from '../../edge/api.ts';
import type { View } from '../view.ts';

export function WithPasskey({ view }: { view: View }) {
  const { t, desk } = view;
  const isBusy = useSignal(false);
  const error = useSignal('');
  if (!desk.passkeys.isThere || desk.ways.value?.passkeys !== true) return null;

  const press = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = '';
    try {
      const passkey = await desk.passkeys.answer();
      if (passkey === null) error.value = t('passkeyNotUsed');
      else await desk.signIn({ passkey });
    } catch (failure) {
      error.value = wordsOf(failure as ApiError, view);
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <>
      <p class="or">{t('or')}</p>
      <button type="button" class="button wide" aria-disabled={isBusy.value} onClick={press}>
        {t('passkeySignIn')}
      </button>
      <p class="error" role="alert">
        {error.value}
      </p>
    </>
  );
}

function wordsOf({ status, message }: ApiError, { t }: View): string {
  if (status === 401) return t('passkeyWrong');
  if (status === 429) return t('tooMany');
  return status === 0 ? t('away') : message;
}

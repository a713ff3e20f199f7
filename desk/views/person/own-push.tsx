// Whether this device tells of visitors who wait, also while the desk is closed.

import { Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function OwnPush({ view }: { view: View }) {
  const { t } = view;
  const act = useAct(view);
  const state = view.push.value;
  if (state === 'none') return null;
  return (
    <section class="sheet own-name">
      <h3>{t('push')}</h3>
      <p class="quiet">{t(state === 'refused' ? 'pushRefused' : 'pushText')}</p>
      {state !== 'refused' && (
        <button
          type="button"
          class="button"
          aria-disabled={act.isBusy.value}
          onClick={() => act.run(() => view.setPush(state === 'off'), '')}
        >
          {t(state === 'off' ? 'pushOn' : 'pushOff')}
        </button>
      )}
      <Outcome act={act} />
    </section>
  );
}

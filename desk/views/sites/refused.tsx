// Pages that asked for the chat within 24 hours and aren't allowed: their owner may allow them at one press.

import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function RefusedPages({ view, state }: { view: View; state: PublicSiteState }) {
  const { t } = view;
  const { format } = view.texts.value;
  const { publicSite } = view.desk;
  const act = useAct(view);
  const now = view.now.value;
  return (
    <section class="sheet">
      <h3>{t('refusedTitle')}</h3>
      <p class="quiet">{t('refusedText')}</p>
      <ul class="devices origins">
        {state.refused_origins.map(({ origin, refusals, last_at: at }) => (
          <li key={origin}>
            <div class="about">
              <code dir="ltr">{origin}</code>
              <span class="quiet">
                {t('refusedTimes', { n: refusals })} ·{' '}
                {t('refusedLast', { when: format.relative(Date.parse(at), now) })}
              </span>
            </div>
            <button
              type="button"
              class="button"
              aria-disabled={act.isBusy.value}
              onClick={() =>
                act.run(() => publicSite.allowOrigin(origin), t('allowed', { origin }))
              }
            >
              {t('allow')}
              <span class="hidden"> {origin}</span>
            </button>
          </li>
        ))}
      </ul>
      <Outcome act={act} />
    </section>
  );
}

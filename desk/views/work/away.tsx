// Whether one is here or away, as a press in the frame, and with a word of explanation among one's own settings.

import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function AwayButton({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const me = desk.me.value;
  if (me === null || me.role === 'viewer') return null;
  const mine = desk.work.colleagues.value.find(({ person_id }) => person_id === me.person_id);
  const isAway = mine?.presence === 'away';
  return (
    <button
      type="button"
      class="away-button"
      title={act.error.value}
      onClick={() => {
        act.run(() => desk.work.setAway(!isAway), '');
      }}
    >
      <span class={`presence ${isAway ? 'away' : 'here'}`}>
        {t(isAway ? 'awayNow' : 'hereNow')}
      </span>
      <span class="hidden">: {t(isAway ? 'sayHere' : 'sayAway')}</span>
    </button>
  );
}

export function AwayPart({ view }: { view: View }) {
  const { t, desk } = view;
  if (desk.me.value?.role === 'viewer') return null;
  return (
    <section class="sheet own-name">
      <h3>{t('awayTitle')}</h3>
      <p class="quiet">{t('awayHint')}</p>
      <AwayButton view={view} />
    </section>
  );
}

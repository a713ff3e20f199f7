// Whether visitors are asked how a conversation went.

import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { Outcome } from '../parts.tsx';
import { Switch } from '../switch.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function AskRating({ view, state }: { view: View; state: PublicSiteState }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <section class="sheet">
      <Switch
        id="asks-rating"
        label={t('asksRating')}
        hint={t('asksRatingHint')}
        isOn={state.asks_rating}
        onChange={(isOn) => act.run(() => desk.publicSite.change({ asks_rating: isOn }))}
      />
      <Outcome act={act} />
    </section>
  );
}

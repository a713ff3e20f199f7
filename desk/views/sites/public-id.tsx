// A site's public id: switched on and off, and replaced where somebody misuses the tag.

import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { Outcome, SurePress } from '../parts.tsx';
import { Switch } from '../switch.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function PublicId({ view, state }: { view: View; state: PublicSiteState }) {
  const { t } = view;
  const { publicSite } = view.desk;
  const act = useAct(view);
  return (
    <section class="sheet">
      <h3>{t('publicId')}</h3>
      <p class="quiet">{t('publicIdText')}</p>
      <code class="whole" dir="ltr">
        {state.public_id}
      </code>
      <Switch
        id="is-open"
        label={t('isOpen')}
        hint={t('isOpenHint')}
        isOn={state.is_open}
        onChange={(isOpen) =>
          act.run(
            () => publicSite.change({ is_open: isOpen }),
            t(isOpen ? 'switchedOnNow' : 'switchedOffNow'),
          )
        }
      />
      <div class="at-edge">
        <SurePress
          label={t('replaceId')}
          sure={t('replaceIdSure')}
          about=""
          onSure={() => act.run(() => publicSite.replaceId(), t('idReplaced'))}
        />
        <p class="hint">{t('replaceIdText')}</p>
      </div>
      <Outcome act={act} />
    </section>
  );
}

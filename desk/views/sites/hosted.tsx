// A page for the chat alone, which the gateway hosts: its link and QR code, and whether the site's pages may frame it.

import { useComputed } from '@preact/signals';
import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { drawQr, qrFile } from '../../model/qr.ts';
import { CopyButton, Outcome } from '../parts.tsx';
import { Switch } from '../switch.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

interface Props {
  view: View;
  state: PublicSiteState;
}

export function HostedPart({ view, state }: Props) {
  const { t } = view;
  const { publicSite } = view.desk;
  const act = useAct(view);
  return (
    <section class="sheet boxed">
      <h3>{t('hostedTitle')}</h3>
      <p class="quiet">{t('hostedText')}</p>
      <Switch
        id="has-page"
        label={t('hasPage')}
        isOn={state.has_page}
        onChange={(isOn) =>
          act.run(() => publicSite.change({ has_page: isOn }), t(isOn ? 'hostedOn' : 'hostedOff'))
        }
      />
      <Outcome act={act} />
      {state.has_page && (
        <>
          <Link view={view} address={`${view.origin}/c/${state.public_id}`} />
          <Switch
            id="may-be-framed"
            label={t('mayBeFramed')}
            hint={t('mayBeFramedHint')}
            isOn={state.may_be_framed}
            onChange={(isOn) => act.run(() => publicSite.change({ may_be_framed: isOn }))}
          />
        </>
      )}
    </section>
  );
}

function Link({ view, address }: { view: View; address: string }) {
  const { t } = view;
  const code = useComputed(() => drawQr(address)).value;
  const { size, path } = code;
  return (
    <div class="hosted">
      <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" shape-rendering="crispEdges">
        <title>{t('qrCode')}</title>
        <path class="paper" d={`M0 0h${size}v${size}H0z`} />
        <path d={path} />
      </svg>
      <div class="sheet">
        <p>
          <span class="hidden">{t('hostedLink')}: </span>
          <code class="whole" dir="ltr">
            {address}
          </code>
        </p>
        <div class="buttons start">
          <CopyButton view={view} text={address} label={t('copyLink')} isPrimary />
          <a class="button" href={address} target="_blank" rel="noopener noreferrer">
            {t('openLink')}
          </a>
          <button
            type="button"
            class="button"
            onClick={() =>
              view.download('chat-qr.svg', new Blob([qrFile(code)], { type: 'image/svg+xml' }))
            }
          >
            {t('qrSave')}
          </button>
        </div>
      </div>
    </div>
  );
}

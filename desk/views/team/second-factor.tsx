// The second factor of one's own sign-in: set up by a code, recovery codes shown once, and its end.

import { useComputed } from '@preact/signals';
import { drawQr } from '../../model/qr.ts';
import { CopyButton, Field, Outcome } from '../parts.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function SecondFactor({ view }: { view: View }) {
  const { t, desk } = view;
  const { account } = desk;
  const act = useAct(view);
  const me = desk.me.value;
  const codes = account.codes.value;
  return (
    <section class="sheet own-name">
      <h3>{t('secondFactor')}</h3>
      <p class="quiet">{t('secondFactorText')}</p>
      {codes !== null ? (
        <Codes view={view} codes={codes} />
      ) : account.pending.value !== null ? (
        <Pending view={view} act={act} {...account.pending.value} />
      ) : me?.has_second_factor === true ? (
        <>
          <p>
            <span class="chip">{t('factorOn')}</span> {t('recoveryLeft', { n: me.recovery_codes })}
          </p>
          <WithPassword
            view={view}
            act={act}
            presses={[
              [t('recoveryNew'), (password) => account.renewCodes(password)],
              [t('factorEnd'), (password) => account.endFactor(password)],
            ]}
          />
        </>
      ) : (
        <WithPassword
          view={view}
          act={act}
          presses={[[t('factorBegin'), (password) => account.beginFactor(password)]]}
        />
      )}
      <Outcome act={act} />
    </section>
  );
}

/** A borrowed desk must not change how its person signs in. */
function WithPassword(props: {
  view: View;
  act: Act;
  presses: readonly (readonly [label: string, work: (password: string) => Promise<unknown>])[];
}) {
  const { view, act, presses } = props;
  const { t } = view;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget as HTMLFormElement;
        const place = Number((event.submitter as HTMLButtonElement | null)?.value ?? 0);
        const work = presses[place]?.[1];
        const password = String(new FormData(form).get('password') ?? '');
        if (work !== undefined) act.run(() => work(password), '');
      }}
    >
      <Field id="factor-password" label={t('oldPassword')}>
        <input
          id="factor-password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
      </Field>
      <div class="buttons start">
        {presses.map(([label], place) => (
          <button key={label} type="submit" class="button" value={place}>
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}

function Pending(props: { view: View; act: Act; secret: string; uri: string }) {
  const { view, act, secret, uri } = props;
  const { t, desk } = view;
  const { size, path } = useComputed(() => drawQr(uri)).value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        act.run(() => desk.account.confirmFactor(String(form.get('code') ?? '')), '');
      }}
    >
      <p>{t('factorScan')}</p>
      <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" shape-rendering="crispEdges">
        <title>{t('factorQr')}</title>
        <path class="paper" d={`M0 0h${size}v${size}H0z`} />
        <path d={path} />
      </svg>
      <code class="secret" dir="ltr">
        {(secret.match(/.{1,4}/g) ?? []).join(' ')}
      </code>
      <Field id="factor-code" label={t('code')}>
        <input
          id="factor-code"
          name="code"
          inputMode="numeric"
          autocomplete="one-time-code"
          required
        />
      </Field>
      <div class="buttons start">
        <button type="submit" class="button primary">
          {t('confirm')}
        </button>
        <button type="button" class="button" onClick={() => desk.account.forget()}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}

function Codes({ view, codes }: { view: View; codes: readonly string[] }) {
  const { t, desk } = view;
  return (
    <div class="minted" role="status">
      <p>
        <strong>{t('recoveryCodes')}</strong>
      </p>
      <p>{t('recoveryOnce')}</p>
      <ul class="recovery">
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <div class="buttons start">
        <CopyButton view={view} text={codes.join('\n')} label={t('copy2')} isPrimary />
        <button type="button" class="button" onClick={() => desk.account.forget()}>
          {t('keyKept')}
        </button>
      </div>
    </div>
  );
}

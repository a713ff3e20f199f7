// Every key of the gateway, and its signing secrets, as an owner keeps them.

import type { MessageKey } from '../../texts/messages.ts';
import { CopyButton, Failure, Outcome, SurePress, Waiting } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const PURPOSES: Readonly<Record<string, MessageKey>> = {
  session_tokens: 'purposeSession',
  cursors: 'purposeCursors',
  account_tokens: 'purposeAccounts',
};

export function KeysPart({ view }: { view: View }) {
  const { desk } = view;
  const { keys } = desk;
  const error = keys.error.value;
  if (error !== null) {
    return <Failure view={view} why={error.message} onRetry={() => keys.load()} />;
  }
  if (keys.rows.value === null) return <Waiting view={view} />;
  return (
    <>
      <AllKeys view={view} />
      <Signing view={view} />
    </>
  );
}

function AllKeys({ view }: { view: View }) {
  const { t, desk } = view;
  const { keys } = desk;
  const { format } = view.texts.value;
  const act = useAct(view);
  const now = view.now.value;
  const made = keys.made.value;
  return (
    <section class="sheet">
      <h3>{t('apiKeys')}</h3>
      <p class="quiet">{t('keysAllText')}</p>
      {made !== null && (
        <div class="minted" role="status">
          <p>
            <strong>{t('keyOnce')}</strong>
          </p>
          <code dir="ltr">{made}</code>
          <div class="buttons start">
            <CopyButton view={view} text={made} label={t('copy')} isPrimary />
            <button type="button" class="button" onClick={() => keys.forget()}>
              {t('keyKept')}
            </button>
          </div>
        </div>
      )}
      <ul class="devices">
        {(keys.rows.value ?? []).map((key) => {
          const isOver =
            key.revoked_at !== null ||
            (key.expires_at !== null && Date.parse(key.expires_at) <= now);
          return (
            <li key={key.key_id} class={isOver ? 'off' : ''}>
              <div class="about">
                <strong dir="auto">
                  {key.name ?? t(key.kind === 'api_key' ? 'kindApiKey' : 'kindSiteKey')}
                </strong>
                <span class="quiet" dir="ltr">
                  {key.key_id}
                  {key.client_id === null ? '' : ` · ${key.client_id}`}
                </span>
                <span class="quiet">
                  {t('keyMade', { when: format.relative(Date.parse(key.created_at), now) })}
                </span>
              </div>
              {isOver ? (
                <span class="chip">{t('keyOver')}</span>
              ) : (
                <SurePress
                  label={t('revokeKey')}
                  sure={t('revokeSure')}
                  about={key.name ?? key.key_id}
                  onSure={() => act.run(() => keys.revoke(key.key_id), t('keyRevoked'))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Outcome act={act} />
      <div class="buttons start">
        <button
          type="button"
          class="button"
          aria-disabled={act.isBusy.value}
          onClick={() => act.run(() => keys.add(), t('keyMinted'))}
        >
          {t('newApiKey')}
        </button>
      </div>
    </section>
  );
}

function Signing({ view }: { view: View }) {
  const { t, desk } = view;
  const { keys } = desk;
  const { format } = view.texts.value;
  const act = useAct(view);
  const words = t as (key: MessageKey) => string;
  const secrets = keys.secrets.value;
  const newest = secrets.filter(
    ({ purpose }, place) => secrets.findIndex((one) => one.purpose === purpose) === place,
  );
  return (
    <section class="sheet">
      <h3>{t('signingSecrets')}</h3>
      <p class="quiet">{t('signingText')}</p>
      <ul class="devices">
        {newest.map(({ purpose, created_at: made }) => {
          const name = words(PURPOSES[purpose] ?? 'signingSecrets');
          const hasOlder = secrets.filter((one) => one.purpose === purpose).length > 1;
          return (
            <li key={purpose}>
              <div class="about">
                <strong>{name}</strong>
                {made !== null && (
                  <span class="quiet">
                    {t('keyMade', { when: format.relative(Date.parse(made), view.now.value) })}
                  </span>
                )}
              </div>
              <div class="actions">
                <button
                  type="button"
                  class="plain"
                  onClick={() => act.run(() => keys.rotate(purpose))}
                >
                  {t('rotate')}
                  <span class="hidden"> {name}</span>
                </button>
                {hasOlder && (
                  <SurePress
                    label={t('endPrevious')}
                    sure={t('endPreviousSure')}
                    about={name}
                    onSure={() => act.run(() => keys.endPrevious(purpose))}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Outcome act={act} />
    </section>
  );
}

// A site's service tokens: what its server keeps. A new one is shown once; the gateway has only its hash afterwards.

import type { Key, SiteState } from '../../../gateway/desk-types.ts';
import { CopyButton, Outcome, SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function Keys({ view, site }: { view: View; site: SiteState }) {
  const { t, desk } = view;
  const { sites } = desk;
  const act = useAct(view);
  const minted = sites.minted.value;
  const keys = sites.keys.value ?? [];
  return (
    <section class="sheet">
      <h3>{t('keys')}</h3>
      <p class="quiet">{t('keysText')}</p>
      {minted?.clientId === site.client_id && (
        <div class="minted" role="status">
          <p>
            <strong>{t('keyOnce')}</strong>
          </p>
          <code dir="ltr">{minted.secret}</code>
          <div class="buttons start">
            <CopyButton view={view} text={minted.secret} label={t('copy')} isPrimary />
            <button type="button" class="button" onClick={() => sites.forgetMinted()}>
              {t('keyKept')}
            </button>
          </div>
        </div>
      )}
      <ul class="devices">
        {keys.map((key) => (
          <KeyRow
            key={key.key_id}
            view={view}
            of={key}
            onRotate={() =>
              act.run(() => sites.rotate(site.client_id, key.key_id), t('keyRotated'))
            }
            onRevoke={() =>
              act.run(() => sites.revoke(site.client_id, key.key_id), t('keyRevoked'))
            }
          />
        ))}
      </ul>
      <Outcome act={act} />
      <div class="buttons start">
        <button
          type="button"
          class="button"
          aria-disabled={act.isBusy.value}
          onClick={() => act.run(() => sites.mint(site.client_id), t('keyMinted'))}
        >
          {t('newKey')}
        </button>
      </div>
    </section>
  );
}

function KeyRow(props: { view: View; of: Key; onRotate: () => void; onRevoke: () => void }) {
  const { view, of, onRotate, onRevoke } = props;
  const { t } = view;
  const { format } = view.texts.value;
  const now = view.now.value;
  const endsAt = of.expires_at === null ? null : Date.parse(of.expires_at);
  const isOver = of.revoked_at !== null || (endsAt !== null && endsAt <= now);
  return (
    <li class={isOver ? 'off' : ''}>
      <div class="about">
        <strong>
          <code>{of.key_id}</code>
        </strong>
        <span class="quiet">
          {t('keyMade', { when: format.relative(Date.parse(of.created_at), now) })}
          {!isOver &&
            endsAt !== null &&
            ` · ${t('keyEnds', { when: `${format.day(endsAt, now)} ${format.time(endsAt)}` })}`}
        </span>
      </div>
      {isOver ? (
        <span class="chip">{t('keyOver')}</span>
      ) : (
        <div class="actions">
          {endsAt === null && (
            <button type="button" class="plain" onClick={onRotate}>
              {t('rotateKey')}
              <span class="hidden"> {of.key_id}</span>
            </button>
          )}
          <SurePress
            label={t('revokeKey')}
            sure={t('revokeSure')}
            about={of.key_id}
            onSure={onRevoke}
          />
        </div>
      )}
    </li>
  );
}

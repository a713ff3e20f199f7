// The page on which an owner approves that a site connects itself.

import { useSignal } from '@preact/signals';
import { Empty, Field, Outcome } from './parts.tsx';
import { useAct } from './use-act.ts';
import type { View } from './view.ts';

export function ConnectPage({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const chosen = useSignal('');
  const project = useSignal('default');
  const asked = desk.connecting.request.value;
  const sites = (desk.sites.sites.value ?? []).filter(({ status }) => status !== 'revoked');
  if (asked === null) {
    return (
      <div class="page">
        <Empty title={t('connectWrongTitle')}>
          <p>{t('connectWrongText')}</p>
        </Empty>
      </div>
    );
  }
  return (
    <div class="page">
      <header>
        <h2 class="title">{t('connectTitle', { host: asked.host })}</h2>
        <p class="quiet">{t('connectText', { host: asked.host })}</p>
      </header>
      <section class="sheet">
        <ul>
          <li>{t('connectMay1')}</li>
          <li>{t('connectMay2')}</li>
        </ul>
        {!asked.isEncrypted && <p class="notice">{t('connectPlain')}</p>}
        {sites.length > 0 && (
          <div class="field">
            <label for="connect-as">{t('connectAs')}</label>
            <select
              id="connect-as"
              value={chosen.value}
              onChange={(event) => {
                chosen.value = event.currentTarget.value;
              }}
            >
              <option value="">{t('connectNew', { name: asked.name || asked.host })}</option>
              {sites.map(({ client_id, name }) => (
                <option key={client_id} value={client_id}>
                  {name ?? client_id}
                </option>
              ))}
            </select>
          </div>
        )}
        {chosen.value === '' && (
          <Field id="connect-project" label={t('project')} hint={t('siteProjectHint')}>
            <input
              id="connect-project"
              maxLength={200}
              pattern="[A-Za-z0-9_.:\-]+"
              autocapitalize="none"
              value={project.value}
              onInput={(event) => {
                project.value = event.currentTarget.value;
              }}
            />
          </Field>
        )}
        <div class="buttons start">
          <button
            type="button"
            class="button primary"
            aria-disabled={act.isBusy.value}
            onClick={() =>
              act.run(
                () =>
                  desk.connecting.approve(
                    chosen.value === ''
                      ? { project: project.value.trim() || 'default' }
                      : { clientId: chosen.value },
                  ),
                t('connectBack'),
              )
            }
          >
            {t('connectApprove')}
          </button>
          <button type="button" class="button" onClick={() => desk.connecting.decline()}>
            {t('connectDecline')}
          </button>
        </div>
        <Outcome act={act} />
      </section>
    </div>
  );
}

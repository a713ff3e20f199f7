// One site: who answers there and from what, on whose pages, its keys, its snippet, and what its server has told.

import type { SiteState } from '../../../gateway/desk-types.ts';
import { BackIcon } from '../icons.tsx';
import { Field, Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { Keys } from './keys.tsx';
import { Snippet } from './snippet.tsx';
import { heartbeatWords, statusWords } from './words.ts';

const STATUSES: readonly SiteState['status'][] = ['active', 'suspended', 'revoked'];

export function SitePage({ view, site }: { view: View; site: SiteState }) {
  const { t, desk } = view;
  return (
    <div class="page wide-page">
      <header class="page-head">
        <div class="head-title">
          <button
            type="button"
            class="icon-button"
            title={t('sites')}
            onClick={() => desk.go({ page: 'sites', clientId: null })}
          >
            <BackIcon />
            <span class="hidden">{t('sites')}</span>
          </button>
          <div>
            <h2 class="title" dir="auto">
              {site.name || site.client_id}
            </h2>
            <p class="facts">
              <span>
                <code>{site.client_id}</code>
              </span>
              <span>{heartbeatWords(view, site)}</span>
            </p>
          </div>
        </div>
      </header>
      <div class="halves">
        <SiteForm view={view} site={site} />
        <Keys view={view} site={site} />
      </div>
      <Snippet view={view} site={site} />
      <Told view={view} site={site} />
    </div>
  );
}

function SiteForm({ view, site }: { view: View; site: SiteState }) {
  const { t, desk } = view;
  const act = useAct(view);
  const choices = desk.sites.choices.value;
  return (
    <form
      class="sheet"
      // What was saved, or read anew, stands in the fields.
      key={JSON.stringify([
        site.name,
        site.status,
        site.agent,
        site.kb_collection_id,
        site.allowed_origins,
      ])}
      onSubmit={(event) => {
        event.preventDefault();
        // Without the choices the form would take back what is bound.
        if (choices === null) return;
        const fields = new FormData(event.currentTarget as HTMLFormElement);
        const text = (name: string) => String(fields.get(name) ?? '').trim();
        const origins = text('origins').split(/\s+/).filter(Boolean);
        const collection = text('collection') || null;
        act.run(() =>
          desk.sites.change(site.client_id, {
            name: text('name') || null,
            agent: text('agent') || null,
            status: text('status') as SiteState['status'],
            allowed_origins: origins.length === 0 ? null : origins,
            // Somebody else may have bound another meanwhile: then the gateway says so, and nothing is changed.
            ...(collection === site.kb_collection_id
              ? {}
              : {
                  kb_collection_id: collection,
                  expected_kb_collection_id: site.kb_collection_id,
                }),
          }),
        );
      }}
    >
      <h3>{t('settings')}</h3>
      <Field id="name" label={t('name')}>
        <input id="name" name="name" maxLength={200} defaultValue={site.name ?? ''} />
      </Field>
      <Field id="agent" label={t('agent')} hint={t('siteAgentHint')}>
        <select id="agent" name="agent" aria-describedby="agent-hint">
          <option value="">{t('agentByDefault')}</option>
          {choices?.agents.map(({ id, name }) => (
            <option key={id} value={id} selected={id === site.agent}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field id="collection" label={t('knowledge')} hint={t('siteKnowledgeHint')}>
        <select id="collection" name="collection" aria-describedby="collection-hint">
          <option value="">{t('none')}</option>
          {choices?.collections.map(({ collection_id: id, name }) => (
            <option key={id} value={id} selected={id === site.kb_collection_id}>
              {name ?? id}
            </option>
          ))}
        </select>
      </Field>
      <Field id="origins" label={t('origins')} hint={t('originsHint')}>
        <textarea
          id="origins"
          name="origins"
          rows={3}
          spellcheck={false}
          autocapitalize="none"
          placeholder="https://shop.example"
          aria-describedby="origins-hint"
          defaultValue={(site.allowed_origins ?? []).join('\n')}
        />
      </Field>
      <Field id="status" label={t('filterState')}>
        <select id="status" name="status">
          {STATUSES.map((status) => (
            <option key={status} value={status} selected={status === site.status}>
              {statusWords(view, status)}
            </option>
          ))}
        </select>
      </Field>
      <Outcome act={act} />
      <div class="buttons start">
        <button
          type="submit"
          class="button primary"
          aria-disabled={act.isBusy.value || choices === null}
        >
          {t('save')}
        </button>
      </div>
    </form>
  );
}

/** What heartbeats have left: the site's environment, and the abilities that it offers. */
function Told({ view, site }: { view: View; site: SiteState }) {
  const { t } = view;
  const facts = Object.entries(site.site_info ?? {}).filter(
    ([, value]) => typeof value !== 'object',
  );
  if (facts.length === 0 && site.abilities.length === 0) return null;
  return (
    <section class="sheet">
      <h3>{t('siteTold')}</h3>
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{String(value)}</dd>
          </div>
        ))}
      </dl>
      {site.abilities.length > 0 && (
        <>
          <h4>{t('abilities')}</h4>
          <ul class="abilities">
            {site.abilities.map((ability) => (
              <li key={ability.name}>
                <code>{ability.name}</code>{' '}
                <span class="quiet" dir="auto">
                  {String(ability.description ?? ability.label ?? '')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

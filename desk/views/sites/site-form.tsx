// What a site is called, who answers there and from what, and whether it is active.

import type { SiteState } from '../../../gateway/desk-types.ts';
import { Field, Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { statusWords } from './words.ts';

const STATUSES: readonly SiteState['status'][] = ['active', 'suspended', 'revoked'];

export function SiteForm({ view, site }: { view: View; site: SiteState }) {
  const { t, desk } = view;
  const act = useAct(view);
  const choices = desk.sites.choices.value;
  return (
    <form
      class="sheet"
      // What was saved, or read anew, stands in the fields.
      key={JSON.stringify([site.name, site.status, site.agent, site.kb_collection_id])}
      onSubmit={(event) => {
        event.preventDefault();
        // Without the choices the form would take back what is bound.
        if (choices === null) return;
        const fields = new FormData(event.currentTarget as HTMLFormElement);
        const text = (name: string) => String(fields.get(name) ?? '').trim();
        const collection = text('collection') || null;
        act.run(() =>
          desk.sites.change(site.client_id, {
            name: text('name') || null,
            agent: text('agent') || null,
            status: text('status') as SiteState['status'],
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

// Whether an agent's model may use its provider's search of the web, in which sites, and how often. All providers that the form
// names have one; where an environment's server has none, the gateway says so among the agent's problems.

import { useSignal } from '@preact/signals';
import type { AgentSettings } from '../../model/agent-fields.ts';
import { Field } from '../parts.tsx';
import type { View } from '../view.ts';

const MAX_SEARCHES = 8;

export function WebFields({ view, search }: { view: View; search: AgentSettings['web_search'] }) {
  const { t } = view;
  const isOn = useSignal(search !== null);
  return (
    <>
      <div class="checks">
        <label>
          <input
            type="checkbox"
            name="web"
            aria-describedby="web-hint"
            defaultChecked={isOn.value}
            onChange={(event) => {
              isOn.value = event.currentTarget.checked;
            }}
          />
          <span>{t('webSearch')}</span>
        </label>
        <p class="hint" id="web-hint">
          {t('webSearchHint')}
        </p>
      </div>
      {isOn.value && (
        <>
          <Field id="web-domains" label={t('webDomains')} hint={t('webDomainsHint')}>
            <textarea
              id="web-domains"
              name="web-domains"
              rows={2}
              dir="ltr"
              spellcheck={false}
              placeholder="shop.example"
              aria-describedby="web-domains-hint"
              defaultValue={(search?.domains ?? []).join('\n')}
            />
          </Field>
          <Field id="web-uses" label={t('webUses')} hint={t('webUsesHint')}>
            <input
              id="web-uses"
              name="web-uses"
              type="number"
              min="1"
              max={MAX_SEARCHES}
              step="1"
              placeholder="3"
              aria-describedby="web-uses-hint"
              defaultValue={search?.max_uses ?? ''}
            />
          </Field>
        </>
      )}
    </>
  );
}

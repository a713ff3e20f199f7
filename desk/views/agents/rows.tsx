// Parts of an agent's record of which there may be several: tool servers, prices of models. An empty row says nothing.

import { useSignal } from '@preact/signals';
import type { AgentSettings } from '../../model/agent-fields.ts';
import type { View } from '../view.ts';
import { headersHint } from './headers-hint.ts';

const MAX_SERVERS = 8;

/** Rows of before, and as many empty ones as somebody asks for. */
function useRows(count: number) {
  const extra = useSignal(0);
  const indexes = Array.from({ length: count + extra.value }, (_, index) => index);
  const more = () => {
    extra.value += 1;
  };
  return { indexes, more };
}

export function ServerRows({
  view,
  servers,
}: {
  view: View;
  servers: AgentSettings['tool_servers'];
}) {
  const { t } = view;
  const { indexes, more } = useRows(servers.length);
  return (
    <div class="rows">
      <p class="quiet">{t('serversText')}</p>
      {indexes.map((index) => (
        <ServerRow key={index} view={view} number={index + 1} server={servers[index]} />
      ))}
      {indexes.length < MAX_SERVERS && (
        <button type="button" class="plain" onClick={more}>
          {t('addServer')}
        </button>
      )}
    </div>
  );
}

function ServerRow(props: {
  view: View;
  number: number;
  server: AgentSettings['tool_servers'][number] | undefined;
}) {
  const { view, number, server } = props;
  const { t } = view;
  return (
    <fieldset class="row">
      <legend>{t('serverNumber', { n: number })}</legend>
      <label>
        <span>{t('name')}</span>
        <input
          name="server-name"
          pattern="[a-z][a-z0-9_\-]*"
          maxLength={32}
          autocapitalize="none"
          placeholder="orders"
          defaultValue={server?.name ?? ''}
        />
      </label>
      <label>
        <span>{t('address')}</span>
        <input
          name="server-url"
          type="url"
          dir="ltr"
          placeholder="https://"
          defaultValue={server?.url ?? ''}
        />
      </label>
      <label>
        <span>{t('serverTools')}</span>
        <input
          name="server-tools"
          dir="ltr"
          placeholder="find_*, count_*"
          defaultValue={(server?.tools ?? []).join(', ')}
        />
      </label>
      <label>
        <span>{t('serverAsks')}</span>
        <input
          name="server-ask"
          dir="ltr"
          placeholder="cancel_*"
          defaultValue={(server?.ask ?? []).join(', ')}
        />
      </label>
      <label>
        <span>{t('headers')}</span>
        <textarea
          name="server-headers"
          rows={1}
          dir="ltr"
          spellcheck={false}
          placeholder="Authorization: Bearer …"
        />
        <span class="hint">{headersHint(view, server?.header_names ?? [])}</span>
      </label>
    </fieldset>
  );
}

export function PriceRows({ view, prices }: { view: View; prices: AgentSettings['prices'] }) {
  const { t } = view;
  const known = Object.entries(prices);
  const { indexes, more } = useRows(known.length);
  return (
    <div class="rows">
      <p class="quiet">{t('pricesText')}</p>
      {indexes.map((index) => {
        const [model = '', price] = known[index] ?? [];
        const fields = [
          ['input', t('priceInput'), price?.input],
          ['output', t('priceOutput'), price?.output],
          ['read', t('priceRead'), price?.cache_read],
          ['creation', t('priceCreation'), price?.cache_creation],
        ] as const;
        return (
          <fieldset key={index} class="row">
            <legend>{t('priceNumber', { n: index + 1 })}</legend>
            <label>
              <span>{t('model')}</span>
              <input
                name="price-model"
                maxLength={200}
                autocapitalize="none"
                defaultValue={model}
              />
            </label>
            {fields.map(([name, label, value]) => (
              <label key={name}>
                <span>{label}</span>
                <input
                  name={`price-${name}`}
                  type="number"
                  min="0"
                  step="1"
                  defaultValue={typeof value === 'number' ? String(value) : ''}
                />
              </label>
            ))}
          </fieldset>
        );
      })}
      <button type="button" class="plain" onClick={more}>
        {t('addPrice')}
      </button>
    </div>
  );
}

// Parts of an agent's record of which there may be several: tool servers, prices of models. A row of a server is filled or taken
// away; an empty row of a price says nothing.

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AgentSettings } from '../../model/agent-fields.ts';
import { headersOf } from '../../model/agent-form.ts';
import type { View } from '../view.ts';
import { headersHint } from './headers-hint.ts';
import { ToolOffer } from './tool-offer.tsx';

const MAX_SERVERS = 8;

/** Rows of before, without those that were taken away, and as many empty ones as somebody asks for. */
function useRows(count: number) {
  const extra = useSignal(0);
  const gone = useSignal<readonly number[]>([]);
  const indexes = Array.from({ length: count + extra.value }, (_, index) => index).filter(
    (index) => !gone.value.includes(index),
  );
  const more = () => {
    extra.value += 1;
  };
  const less = (index: number) => {
    gone.value = [...gone.value, index];
  };
  return { indexes, more, less, gone: gone.value.length };
}

export function ServerRows({
  view,
  servers,
  agentId,
}: {
  view: View;
  servers: AgentSettings['tool_servers'];
  agentId: string;
}) {
  const { t } = view;
  const { indexes, more, less, gone } = useRows(servers.length);
  const add = useRef<HTMLButtonElement>(null);
  // The form keeps what it says now, without the row, and the keyboard isn't lost with it.
  useLayoutEffect(() => {
    if (gone === 0) return;
    add.current?.form?.dispatchEvent(new Event('input', { bubbles: true }));
    add.current?.focus();
  }, [gone]);
  return (
    <div class="rows">
      <p class="quiet">{t('serversText')}</p>
      {indexes.map((index, at) => (
        <ServerRow
          key={index}
          view={view}
          number={at + 1}
          server={servers[index]}
          agentId={agentId}
          onRemove={() => less(index)}
        />
      ))}
      {indexes.length < MAX_SERVERS && (
        <button ref={add} type="button" class="plain" onClick={more}>
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
  agentId: string;
  onRemove: () => void;
}) {
  const { view, number, server, agentId, onRemove } = props;
  const { t } = view;
  const allowed = useSignal((server?.tools ?? []).join(', '));
  const [url, tools, headers] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLTextAreaElement>(null),
  ];
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
          required
          defaultValue={server?.name ?? ''}
        />
      </label>
      <label>
        <span>{t('address')}</span>
        <input
          ref={url}
          name="server-url"
          type="url"
          dir="ltr"
          placeholder="https://"
          defaultValue={server?.url ?? ''}
          required
        />
      </label>
      <div class="cell">
        <label>
          <span>{t('serverTools')}</span>
          <input
            ref={tools}
            name="server-tools"
            dir="ltr"
            placeholder="find_*, count_*"
            defaultValue={(server?.tools ?? []).join(', ')}
            onInput={(event) => {
              allowed.value = event.currentTarget.value;
            }}
            required
            aria-describedby={`server-tools-hint-${number}`}
          />
        </label>
        <span class="hint" id={`server-tools-hint-${number}`}>
          {t('serverToolsHint')}
        </span>
      </div>
      <label>
        <span>{t('serverAsks')}</span>
        <input
          name="server-ask"
          dir="ltr"
          placeholder="cancel_*"
          defaultValue={(server?.ask ?? []).join(', ')}
        />
      </label>
      <div class="cell">
        <label>
          <span>{t('headers')}</span>
          <textarea
            ref={headers}
            name="server-headers"
            rows={1}
            dir="ltr"
            spellcheck={false}
            placeholder="Authorization: Bearer …"
            aria-describedby={`server-headers-hint-${number}`}
          />
        </label>
        <span class="hint" id={`server-headers-hint-${number}`}>
          {headersHint(view, server?.header_names ?? [])}
        </span>
      </div>
      <ToolOffer
        view={view}
        agentId={agentId}
        row={() => ({
          url: url.current?.value.trim() ?? '',
          headers: headersOf(headers.current?.value ?? ''),
        })}
        allowed={allowed}
        onAllowed={(text) => {
          if (tools.current === null) return;
          tools.current.value = text;
          // The form keeps what it says now, and this row hears of it as of typing.
          tools.current.dispatchEvent(new Event('input', { bubbles: true }));
        }}
      />
      <button type="button" class="plain" onClick={onRemove}>
        {t('serverRemove', { n: number })}
      </button>
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

// What a tool server offers, below its row: asked for by a press, with what the row says now, saved or not. A tick allows a tool.

import { type Signal, useSignal } from '@preact/signals';
import type { ToolOffer as Offer } from '../../../gateway/desk-types.ts';
import { isAllowed, itemsOf, withTick } from '../../model/tool-patterns.ts';
import type { View } from '../view.ts';

export interface AskedRow {
  url: string;
  headers: Record<string, string> | null;
}

interface Props {
  view: View;
  agentId: string;
  /** What the row says. @throws Error where a header can't be read */
  row: () => AskedRow;
  /** The text of the row's allowed tools. */
  allowed: Signal<string>;
  onAllowed: (text: string) => void;
}

export function ToolOffer({ view, agentId, row, allowed, onAllowed }: Props) {
  const { t, desk } = view;
  const found = useSignal<Offer | null>(null);
  const why = useSignal('');
  const isBusy = useSignal(false);
  const ask = async () => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    why.value = '';
    try {
      found.value = await desk.agents.askToolServer(agentId, row());
    } catch (error) {
      found.value = null;
      why.value = (error as Error).message;
    }
    isBusy.value = false;
  };
  const offer = found.value;
  return (
    <section class="tool-offer" aria-busy={isBusy.value}>
      <button type="button" class="button" aria-disabled={isBusy.value} onClick={ask}>
        {t('offerAsk')}
      </button>
      <p role="status" class={isBusy.value ? 'quiet' : 'hidden'}>
        {isBusy.value ? t('offerReading') : ''}
      </p>
      <p class="error" role="alert">
        {why.value}
      </p>
      {offer !== null && (
        <Tools view={view} offer={offer} allowed={allowed.value} onAllowed={onAllowed} />
      )}
    </section>
  );
}

function Tools(props: {
  view: View;
  offer: Offer;
  allowed: string;
  onAllowed: (text: string) => void;
}) {
  const { view, offer, allowed, onAllowed } = props;
  const { t } = view;
  const { name, version, tools } = offer;
  const patterns = itemsOf(allowed);
  const names = tools.map((tool) => tool.name);
  const tick = (tool: string, isTicked: boolean) =>
    onAllowed(withTick(patterns, tool, isTicked, names).join(', '));
  return (
    <fieldset class="checks">
      <legend>{t('offerTitle', { name: `${name} ${version}`.trim() })}</legend>
      <p class="quiet">{t(tools.length === 0 ? 'offerNone' : 'offerTick')}</p>
      {tools.map((tool) => {
        const notes = [
          tool.is_read_only && t('offerReads'),
          tool.has_app && t('offerApp'),
          !tool.is_for_model && t('offerAppOnly'),
        ].filter((note) => note !== false);
        return (
          <label key={tool.name}>
            <input
              type="checkbox"
              checked={isAllowed(patterns, tool.name)}
              onChange={(event) => tick(tool.name, event.currentTarget.checked)}
            />
            <span>
              <strong dir="auto">{tool.title ?? tool.name}</strong>{' '}
              {tool.title !== null && <code dir="ltr">{tool.name}</code>}{' '}
              <span class="quiet">{notes.join(' · ')}</span>
              <span class="hint" dir="auto">
                {tool.description}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

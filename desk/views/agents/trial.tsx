// An agent, tried beside its form: the real widget and a real run, which is no visitor's. Tools of a site's pages can stand in.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { AgentReply, SiteState } from '../../../gateway/desk-types.ts';
import { NANO } from '../../model/agent-fields.ts';
import type { Measured } from '../../model/trials.ts';
import type { PreviewTool } from '../../preview/messages.ts';
import { Preview } from '../preview.tsx';
import type { View } from '../view.ts';

const INLINE = { target: '#chat' };
/** With what asks the visitor for a server; other agents would be tried with cards that their pages may lack. */
const ASKING = { ...INLINE, cards: 'approvals form choices' };
/** What a run has taken is written a moment after its last message. */
const LATER_MS = 1200;

/** @param hint how the effect of what stands beside is seen here */
export function Trial({
  view,
  agent,
  version,
  mayAsk,
  hint,
}: {
  view: View;
  agent: AgentReply;
  version: number;
  mayAsk: boolean;
  hint: string;
}) {
  const { t, desk } = view;
  const siteId = useSignal('');
  const sites = desk.agents.sites.value.filter(({ abilities }) => abilities.length > 0);
  const chosen = sites.find(({ client_id }) => client_id === siteId.value);
  const measuring = useMeasuring(view);
  return (
    <section class="stage" aria-label={t('tryIt')}>
      <div class="stage-head">
        <h3>{t('tryIt')}</h3>
        <span class="quiet">{t('version', { version: String(version) })}</span>
        {sites.length > 0 && (
          <label class="choice">
            <span>{t('withTools')}</span>
            <select
              value={siteId.value}
              onChange={(event) => {
                siteId.value = event.currentTarget.value;
              }}
            >
              <option value="">{t('none')}</option>
              {sites.map(({ client_id, name }) => (
                <option key={client_id} value={client_id}>
                  {name || client_id}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p class="quiet">{hint}</p>
      <Preview
        // Another version, or other tools, are another conversation.
        key={`${version} ${siteId.value}`}
        view={view}
        title={t('tryIt')}
        attributes={mayAsk ? ASKING : INLINE}
        of={{ agent: agent.agent_id, agent_version: version, project_id: agent.project_id }}
        tools={chosen === undefined ? [] : toolsOf(chosen)}
        isOpen
        {...measuring.handlers}
      />
      <Taken view={view} measured={measuring.measured} />
      <p class="hint">{t(chosen === undefined ? 'tryText' : 'trySimulated')}</p>
    </section>
  );
}

/** What the answers of a preview's trial have taken, read anew after each message. */
export function useMeasuring(view: View) {
  const measured = useSignal<Measured | null>(null);
  const session = useRef<string | null>(null);
  const read = async () => {
    const id = session.current;
    if (id === null) return;
    const found = await view.desk.trials.measure(id);
    if (id === session.current) measured.value = found;
  };
  return {
    measured: measured.value,
    handlers: {
      onTrial: (id: string) => {
        if (id !== session.current) measured.value = null;
        session.current = id;
      },
      onHeard: () => {
        view.after(LATER_MS, () => void read());
      },
    },
  };
}

export function Taken({ view, measured }: { view: View; measured: Measured | null }) {
  const { t } = view;
  const { format, language } = view.texts.value;
  if (measured === null || measured.answers === 0) return null;
  const credits = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  return (
    <dl class="taken">
      {measured.answerMs !== null && (
        <div>
          <dt>{t('answerAfter')}</dt>
          <dd>{format.duration(measured.answerMs)}</dd>
        </div>
      )}
      <div>
        <dt>{t('tokens')}</dt>
        <dd>{format.number(measured.tokens)}</dd>
      </div>
      <div>
        <dt>{t('credits')}</dt>
        <dd>{credits.format(measured.creditsNano / NANO)}</dd>
      </div>
    </dl>
  );
}

/** Of what a site's server has told; what only reads runs without asking, as on the site. */
function toolsOf({ abilities }: SiteState): PreviewTool[] {
  return abilities.map((ability) => {
    const { name, description, label, input_schema: schema, meta } = ability;
    const annotations = (meta as { annotations?: { readonly?: unknown } } | undefined)?.annotations;
    return {
      name,
      description: String(description ?? label ?? ''),
      inputSchema: typeof schema === 'object' && schema !== null ? schema : { type: 'object' },
      annotations: { readOnlyHint: annotations?.readonly === true },
    };
  });
}

// The fields of an agent's record. They hold what was saved; what stands in them is read when the form is sent.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { AgentReply } from '../../../gateway/desk-types.ts';
import { type AgentSettings, NANO } from '../../model/agent-form.ts';
import { Field } from '../parts.tsx';
import type { View } from '../view.ts';
import { headersHint } from './headers-hint.ts';
import { PriceRows, ServerRows } from './rows.tsx';

const MAX_NAME = 100;
const MAX_INSTRUCTIONS = 64_000;
const MAX_WORDING = 2000;

interface Props {
  view: View;
  agent: AgentReply;
  settings: AgentSettings;
}

export function AgentFields({ view, agent, settings }: Props) {
  const { t } = view;
  const kind = useSignal<string>(settings.kind);
  return (
    <>
      <Field id="name" label={t('name')}>
        <input id="name" name="name" maxLength={MAX_NAME} defaultValue={agent.name} required />
      </Field>
      <Field id="instructions" label={t('instructions')} hint={t('instructionsHint')}>
        <textarea
          id="instructions"
          name="instructions"
          rows={12}
          maxLength={MAX_INSTRUCTIONS}
          dir="auto"
          aria-describedby="instructions-hint"
          defaultValue={settings.instructions}
        />
      </Field>
      <Group title={t('groupModel')} isOpen>
        <Field id="kind" label={t('agentKind')}>
          <select
            id="kind"
            name="kind"
            onChange={(event) => {
              kind.value = event.currentTarget.value;
            }}
          >
            <option value="model">{t('kindModel')}</option>
            <option value="ag_ui" selected={settings.kind === 'ag_ui'}>
              {t('kindAgUi')}
            </option>
            <option value="ai_sdk" selected={settings.kind === 'ai_sdk'}>
              {t('kindAiSdk')}
            </option>
          </select>
        </Field>
        {kind.value === 'model' ? (
          <ModelFields view={view} settings={settings} />
        ) : (
          <BackendFields view={view} settings={settings} />
        )}
      </Group>
      <Group title={t('groupLimits')}>
        <LimitFields view={view} settings={settings} />
      </Group>
      <Group title={t('tools')}>
        <ToolFields view={view} settings={settings} hasServers={kind.value === 'model'} />
      </Group>
      <Group title={t('knowledge')}>
        <KnowledgeFields view={view} settings={settings} />
      </Group>
      <Group title={t('groupCost')}>
        <FallbackField view={view} agent={agent} settings={settings} />
        <PriceRows view={view} prices={settings.prices} />
      </Group>
    </>
  );
}

function Group(props: { title: string; isOpen?: boolean; children: ComponentChildren }) {
  return (
    <details class="group" open={props.isOpen}>
      <summary>{props.title}</summary>
      <div class="fields">{props.children}</div>
    </details>
  );
}

type Part = Pick<Props, 'view' | 'settings'>;

function ModelFields({ view, settings }: Part) {
  const { t } = view;
  const efforts = [
    ['low', t('effortLow')],
    ['medium', t('effortMedium')],
    ['high', t('effortHigh')],
  ] as const;
  return (
    <>
      <Field id="provider" label={t('provider')}>
        <select id="provider" name="provider">
          <option value="">{t('gatewaysOwn')}</option>
          <option value="anthropic" selected={settings.provider === 'anthropic'}>
            Anthropic
          </option>
          <option value="openai" selected={settings.provider === 'openai'}>
            OpenAI
          </option>
        </select>
      </Field>
      <Field id="model" label={t('model')}>
        <input
          id="model"
          name="model"
          maxLength={200}
          autocapitalize="none"
          placeholder={t('gatewaysOwn')}
          defaultValue={settings.model ?? ''}
        />
      </Field>
      <Field id="effort" label={t('effort')}>
        <select id="effort" name="effort">
          <option value="">{t('gatewaysOwn')}</option>
          {efforts.map(([value, name]) => (
            <option key={value} value={value} selected={settings.reasoning_effort === value}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <NumberField
        id="window"
        label={t('contextWindow')}
        value={settings.context_window}
        placeholder={t('gatewaysOwn')}
      />
      <Field id="context" label={t('contextOfPage')}>
        <select id="context" name="context">
          <option value="">{t('gatewaysOwn')}</option>
          <option value="quote" selected={settings.page_context === 'quote'}>
            {t('contextQuote')}
          </option>
          <option value="refuse" selected={settings.page_context === 'refuse'}>
            {t('contextRefuse')}
          </option>
        </select>
      </Field>
    </>
  );
}

function BackendFields({ view, settings }: Part) {
  const { t } = view;
  const names = settings.backend?.header_names ?? [];
  return (
    <>
      <Field id="backend-url" label={t('address')}>
        <input
          id="backend-url"
          name="backend-url"
          type="url"
          dir="ltr"
          placeholder="https://"
          defaultValue={settings.backend?.url ?? ''}
          required
        />
      </Field>
      <Field id="backend-headers" label={t('headers')} hint={headersHint(view, names)}>
        <textarea
          id="backend-headers"
          name="backend-headers"
          rows={2}
          dir="ltr"
          spellcheck={false}
          placeholder="Authorization: Bearer …"
          aria-describedby="backend-headers-hint"
        />
      </Field>
    </>
  );
}

function NumberField(props: {
  id: string;
  label: string;
  value: number | null;
  placeholder: string;
  step?: string;
}) {
  const { id, label, value, placeholder, step = '1' } = props;
  return (
    <Field id={id} label={label}>
      <input
        id={id}
        name={id}
        type="number"
        min="0"
        step={step}
        placeholder={placeholder}
        defaultValue={value === null ? '' : String(value)}
      />
    </Field>
  );
}

function LimitFields({ view, settings }: Part) {
  const { t } = view;
  const { limits } = settings;
  const credits = limits.credits_nano_per_visitor_day;
  return (
    <>
      <NumberField
        id="output"
        label={t('limitOutput')}
        value={limits.output_tokens}
        placeholder={t('noLimit')}
      />
      <NumberField
        id="turns"
        label={t('limitTurns')}
        value={limits.turns}
        placeholder={t('gatewaysOwn')}
      />
      <NumberField
        id="credits"
        label={t('limitCredits')}
        value={credits === null ? null : credits / NANO}
        placeholder={t('noLimit')}
        step="any"
      />
      <Field id="reached" label={t('limitWords')} hint={t('limitWordsHint')}>
        <textarea
          id="reached"
          name="reached"
          rows={2}
          maxLength={MAX_WORDING}
          dir="auto"
          aria-describedby="reached-hint"
          defaultValue={limits.reached_text ?? ''}
        />
      </Field>
    </>
  );
}

function ToolFields({ view, settings, hasServers }: Part & { hasServers: boolean }) {
  const { t } = view;
  const may = useSignal(settings.tools === null ? 'all' : 'these');
  return (
    <>
      <Field id="may" label={t('mayCall')}>
        <select
          id="may"
          name="may"
          value={may.value}
          onChange={(event) => {
            may.value = event.currentTarget.value;
          }}
        >
          <option value="all">{t('mayAll')}</option>
          <option value="these">{t('mayThese')}</option>
        </select>
      </Field>
      {may.value === 'these' && (
        <Field id="patterns" label={t('patterns')} hint={t('patternsHint')}>
          <textarea
            id="patterns"
            name="patterns"
            rows={3}
            dir="ltr"
            spellcheck={false}
            placeholder="cart/*"
            aria-describedby="patterns-hint"
            defaultValue={(settings.tools ?? []).join('\n')}
          />
        </Field>
      )}
      {hasServers && <ServerRows view={view} servers={settings.tool_servers} />}
    </>
  );
}

function KnowledgeFields({ view, settings }: Part) {
  const { t, desk } = view;
  const all = desk.agents.collections.value;
  if (all.length === 0) return <p class="quiet">{t('noCollections')}</p>;
  return (
    <fieldset class="checks">
      <legend class="hidden">{t('knowledge')}</legend>
      {all.map(({ collection_id: id, name, documents }) => (
        <label key={id}>
          <input
            type="checkbox"
            name="collection"
            value={id}
            defaultChecked={settings.collections.includes(id)}
          />
          <span dir="auto">{name ?? id}</span>{' '}
          <span class="quiet">{t('documentCount', { n: documents })}</span>
        </label>
      ))}
    </fieldset>
  );
}

function FallbackField({ view, agent, settings }: Props) {
  const { t, desk } = view;
  const { agents, builtIn } = desk.agents;
  const others = [
    ...(agents.value ?? [])
      .filter(({ agent_id }) => agent_id !== agent.agent_id)
      .map(({ agent_id, name }) => [agent_id, name] as const),
    ...builtIn.value.map((name) => [name, name] as const),
  ];
  return (
    <Field id="fallback" label={t('fallback')} hint={t('fallbackHint')}>
      <select id="fallback" name="fallback" aria-describedby="fallback-hint">
        <option value="">{t('none')}</option>
        {others.map(([id, name]) => (
          <option key={id} value={id} selected={id === settings.fallback}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

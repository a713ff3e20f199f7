// The fields of an agent's record. They hold what was saved; what stands in them is read when the form is sent.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { AgentReply } from '../../../gateway/desk-types.ts';
import type { FormStart } from '../../model/agent-draft.ts';
import type { AgentSettings } from '../../model/agent-fields.ts';
import { KNOWLEDGE } from '../../model/routes.ts';
import { PageLink } from '../page-link.tsx';
import { Field } from '../parts.tsx';
import type { View } from '../view.ts';
import { AgentCard } from './agent-card.tsx';
import type { AgentPart } from './agent-parts.tsx';
import { headersHint } from './headers-hint.ts';
import { PriceRows, ServerRows } from './rows.tsx';
import { SettingField } from './setting-field.tsx';
import { WebFields } from './web-fields.tsx';

const MAX_NAME = 100;
const MAX_INSTRUCTIONS = 64_000;

interface Props {
  view: View;
  agent: AgentReply;
  settings: AgentSettings;
}

/** One part is seen; the others stay in the form, so that all of them are saved. */
export function AgentFields(props: {
  view: View;
  agent: AgentReply;
  start: FormStart;
  part: AgentPart;
  /** As it was saved last. */
  isA2a: boolean;
}) {
  const { view, agent, start, part, isA2a } = props;
  const { settings } = start;
  const { t } = view;
  const kind = useSignal<string>(settings.kind);
  const isModel = kind.value === 'model';
  return (
    <>
      <Section name="knows" part={part}>
        <KnowledgeFields view={view} settings={settings} />
      </Section>
      <Section name="speaks" part={part}>
        <Field id="name" label={t('name')}>
          <input id="name" name="name" maxLength={MAX_NAME} defaultValue={start.name} required />
        </Field>
        <Field id="instructions" label={t('instructions')} hint={t('instructionsHint')}>
          <textarea
            id="instructions"
            name="instructions"
            rows={14}
            maxLength={MAX_INSTRUCTIONS}
            dir="auto"
            aria-describedby="instructions-hint"
            defaultValue={settings.instructions}
          />
        </Field>
      </Section>
      <Section name="may" part={part}>
        <ToolFields view={view} settings={settings} agentId={isModel ? agent.agent_id : null} />
        {isModel && (
          <SettingField view={view} name="context" settings={settings} empty="gatewaysOwn" />
        )}
      </Section>
      <Section name="costs" part={part}>
        <LimitFields view={view} settings={settings} />
        <FallbackField view={view} agent={agent} settings={settings} />
        <PriceRows view={view} prices={settings.prices} />
      </Section>
      <Section name="model" part={part}>
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
            <option value="a2a" selected={settings.kind === 'a2a'}>
              {t('kindA2a')}
            </option>
            <option value="managed_agents" selected={settings.kind === 'managed_agents'}>
              Claude Managed Agents
            </option>
            <option value="http" selected={settings.kind === 'http'}>
              {t('kindHttp')}
            </option>
          </select>
        </Field>
        {isModel ? (
          <>
            <ModelFields view={view} settings={settings} />
            <WebFields view={view} search={settings.web_search} />
          </>
        ) : (
          <BackendFields view={view} settings={settings} kind={kind.value} />
        )}
        {kind.value === 'a2a' && part === 'model' && (
          <AgentCard view={view} agentId={agent.agent_id} isSaved={isA2a} />
        )}
      </Section>
    </>
  );
}

function Section(props: { name: AgentPart; part: AgentPart; children: ComponentChildren }) {
  const { name, part, children } = props;
  return (
    <div class="agent-part" data-part={name} hidden={name !== part}>
      {children}
    </div>
  );
}

type Part = Pick<Props, 'view' | 'settings'>;

/** As it is written down; what was typed and isn't JSON is a text in the draft. */
const bodyText = ({ backend }: Part['settings']) => {
  const body: unknown = backend?.body;
  return typeof body === 'string' ? body : body ? JSON.stringify(body, null, 2) : '';
};

const MODEL = ['provider', 'model', 'effort', 'window', 'files'] as const;
const LIMITS = ['output', 'turns', 'credits', 'reached'] as const;

function ModelFields({ view, settings }: Part) {
  return MODEL.map((name) => (
    <SettingField
      key={name}
      view={view}
      name={name}
      settings={settings}
      empty={name === 'files' ? 'filesByName' : 'gatewaysOwn'}
    />
  ));
}

function BackendFields({ view, settings, kind }: Part & { kind: string }) {
  const { t } = view;
  const names = settings.backend?.header_names ?? [];
  const isAtProvider = kind === 'managed_agents';
  return (
    <>
      <Field id="backend-url" label={t('address')}>
        <input
          id="backend-url"
          name="backend-url"
          type="url"
          dir="ltr"
          placeholder={isAtProvider ? 'https://api.anthropic.com' : 'https://'}
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
          placeholder={isAtProvider ? 'X-Api-Key: …' : 'Authorization: Bearer …'}
          aria-describedby="backend-headers-hint"
        />
      </Field>
      {(isAtProvider || kind === 'http') && (
        <BodyField view={view} settings={settings} isAtProvider={isAtProvider} />
      )}
      <SettingField view={view} name="files" settings={settings} empty="none" />
    </>
  );
}

/** What an owner's program is sent; at a provider it begins a session, and the example says all. */
function BodyField({ view, settings, isAtProvider }: Part & { isAtProvider: boolean }) {
  const { t } = view;
  const hint = isAtProvider
    ? undefined
    : t('backendBodyHint', {
        text: '{{text}}',
        session: '{{session_id}}',
        more: '{{messages}}, {{transcript}}, {{instructions}}, {{tools}}',
      });
  return (
    <Field id="backend-body" label={t('backendBody')} hint={hint}>
      <textarea
        id="backend-body"
        name="backend-body"
        rows={6}
        dir="ltr"
        spellcheck={false}
        placeholder={
          isAtProvider
            ? '{ "agent": "agent_…", "environment_id": "env_…" }'
            : '{ "chatInput": "{{text}}", "sessionId": "{{session_id}}" }'
        }
        aria-describedby={isAtProvider ? undefined : 'backend-body-hint'}
        defaultValue={bodyText(settings)}
      />
    </Field>
  );
}

function LimitFields({ view, settings }: Part) {
  return LIMITS.map((name) => (
    <SettingField
      key={name}
      view={view}
      name={name}
      settings={settings}
      empty={name === 'turns' ? 'gatewaysOwn' : 'noLimit'}
    />
  ));
}

/** @param props.agentId null where the agent has no servers of its own. */
function ToolFields({ view, settings, agentId }: Part & { agentId: string | null }) {
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
      {agentId !== null && (
        <ServerRows view={view} servers={settings.tool_servers} agentId={agentId} />
      )}
    </>
  );
}

function KnowledgeFields({ view, settings }: Part) {
  const { t, desk } = view;
  const all = desk.agents.collections.value;
  const link = (
    <p>
      <PageLink view={view} to={{ page: 'agents', at: KNOWLEDGE }}>
        {t('knowledge')}
      </PageLink>
    </p>
  );
  if (all.length === 0)
    return (
      <>
        <p class="quiet">{t('noCollections')}</p>
        {link}
      </>
    );
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
      {link}
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

// The page of agents: who answers by default, what each is told, its versions, and a form for a new one.

import { useSignal } from '@preact/signals';
import type { AgentReply } from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import type { AgentChange } from '../model/agents.ts';
import { Empty, Failure, Field, Waiting } from './parts.tsx';
import type { View } from './view.ts';

const MAX_NAME = 100;
const MAX_INSTRUCTIONS = 64_000;
const NEWEST_VERSIONS = 10;

export function AgentsPage({ view }: { view: View }) {
  const { t, desk } = view;
  const { agents } = desk;
  const all = agents.agents.value;
  const error = agents.error.value;
  const message = useSignal('');
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    message.value = '';
    try {
      await work();
      message.value = t('saved');
      return true;
    } catch (failure) {
      message.value = t('failed', { why: (failure as ApiError).message });
      return false;
    }
  };
  return (
    <div class="page">
      <header>
        <h2 class="title">{t('agents')}</h2>
        <p class="quiet">{t('agentsText')}</p>
      </header>
      {error !== null && <Failure view={view} why={error.message} onRetry={() => agents.load()} />}
      {all === null && error === null && <Waiting view={view} />}
      <p class="said" role="status">
        {message.value}
      </p>
      {all !== null && (
        <>
          {all.length === 0 && (
            <Empty title={t('noAgentsTitle')}>
              <p>{t('noAgentsText')}</p>
            </Empty>
          )}
          <ul class="agents">
            {all.map((agent) => (
              <AgentCard key={agent.agent_id} view={view} agent={agent} run={run} />
            ))}
            {agents.builtIn.value.map((name) => (
              <li key={name}>
                <div class="agent-head">
                  <h3 dir="auto">{name}</h3>
                  <span class="quiet">{t('builtIn')}</span>
                  <Default view={view} names={[name]} run={run} />
                </div>
              </li>
            ))}
          </ul>
          <details class="adding">
            <summary class="button">{t('newAgent')}</summary>
            <AgentForm
              view={view}
              id="new"
              onSave={(change) => run(() => agents.create({ ...change, name: change.name ?? '' }))}
            />
          </details>
        </>
      )}
    </div>
  );
}

type Run = (work: () => Promise<void>) => Promise<boolean>;

function AgentCard({ view, agent, run }: { view: View; agent: AgentReply; run: Run }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const { agents } = desk;
  const versions = agents.versions.value[agent.agent_id] ?? [];
  return (
    <li>
      <div class="agent-head">
        <h3 dir="auto">{agent.name}</h3>
        <span class="quiet">
          {t('version', { version: String(agent.version) })}
          {agent.settings.model !== null && ` · ${agent.settings.model}`}
        </span>
        {agent.latest_version !== agent.version && <span class="chip">{t('hasDraft')}</span>}
        <Default view={view} names={[agent.agent_id, agent.name]} run={run} />
      </div>
      {agent.problems.map((problem) => (
        <p key={problem} class="error">
          {problem}
        </p>
      ))}
      <details
        onToggle={(event) => {
          if (event.currentTarget.open) agents.loadVersions(agent.agent_id);
        }}
      >
        <summary>
          {t('edit')}
          <span class="hidden"> {agent.name}</span>
        </summary>
        <AgentForm
          key={agent.version}
          view={view}
          id={agent.agent_id}
          agent={agent}
          onSave={(change) => run(() => agents.change(agent.agent_id, change))}
        />
        {versions.length > 1 && (
          <section class="sheet">
            <h4>{t('versions')}</h4>
            <ul class="devices">
              {versions.slice(0, NEWEST_VERSIONS).map(({ version, created_at: at, author }) => (
                <li key={version}>
                  <div class="about">
                    <strong>{t('version', { version: String(version) })}</strong>
                    <span class="quiet" dir="auto">
                      {format.day(Date.parse(at), view.now.value)} {format.time(Date.parse(at))},{' '}
                      {author}
                    </span>
                  </div>
                  {version === agent.version ? (
                    <span class="chip running">{t('answers')}</span>
                  ) : (
                    <button
                      type="button"
                      class="plain"
                      onClick={() => run(() => agents.publish(agent.agent_id, version))}
                    >
                      {t('letAnswer')}
                      <span class="hidden"> {version}</span>
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </details>
    </li>
  );
}

/** @param names by which the agent can be the default. */
function Default({
  view,
  names,
  run,
}: {
  view: View;
  names: readonly [string, ...string[]];
  run: Run;
}) {
  const { t, desk } = view;
  const { agents } = desk;
  const [name] = names;
  if (names.includes(agents.defaultAgent.value)) {
    return <span class="chip running end">{t('byDefault')}</span>;
  }
  return (
    <button type="button" class="plain end" onClick={() => run(() => agents.makeDefault(name))}>
      {t('makeDefault')}
      <span class="hidden"> {names.at(-1)}</span>
    </button>
  );
}

function AgentForm(props: {
  view: View;
  id: string;
  agent?: AgentReply;
  onSave: (change: AgentChange) => Promise<boolean>;
}) {
  const { view, id, agent, onSave } = props;
  const { t } = view;
  const settings = agent?.settings;
  return (
    <form
      class="agent-form"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget as HTMLFormElement;
        const fields = new FormData(form);
        const text = (name: string) => String(fields.get(name) ?? '').trim();
        const provider = text('provider');
        const isDraft = (event.submitter as HTMLButtonElement | null)?.value === 'draft';
        const isSaved = await onSave({
          name: text('name'),
          instructions: text('instructions'),
          provider: provider === 'anthropic' || provider === 'openai' ? provider : null,
          model: text('model') || null,
          ...(agent === undefined ? {} : { publish: !isDraft }),
        });
        if (isSaved && agent === undefined) form.reset();
      }}
    >
      <Field id={`name-${id}`} label={t('name')}>
        <input
          id={`name-${id}`}
          name="name"
          maxLength={MAX_NAME}
          defaultValue={agent?.name ?? ''}
          required
        />
      </Field>
      <Field id={`instructions-${id}`} label={t('instructions')} hint={t('instructionsHint')}>
        <textarea
          id={`instructions-${id}`}
          name="instructions"
          rows={8}
          maxLength={MAX_INSTRUCTIONS}
          dir="auto"
          aria-describedby={`instructions-${id}-hint`}
          defaultValue={settings?.instructions ?? ''}
        />
      </Field>
      <div class="row-form">
        <Field id={`provider-${id}`} label={t('provider')}>
          <select id={`provider-${id}`} name="provider">
            <option value="">{t('gatewaysOwn')}</option>
            <option value="anthropic" selected={settings?.provider === 'anthropic'}>
              Anthropic
            </option>
            <option value="openai" selected={settings?.provider === 'openai'}>
              OpenAI
            </option>
          </select>
        </Field>
        <Field id={`model-${id}`} label={t('model')}>
          <input
            id={`model-${id}`}
            name="model"
            maxLength={200}
            autocapitalize="none"
            placeholder={t('gatewaysOwn')}
            defaultValue={settings?.model ?? ''}
          />
        </Field>
      </div>
      <div class="buttons start">
        <button type="submit" class="button primary">
          {t(agent === undefined ? 'newAgent' : 'saveAnswers')}
        </button>
        {agent !== undefined && (
          <button type="submit" class="button" value="draft">
            {t('saveDraft')}
          </button>
        )}
      </div>
    </form>
  );
}

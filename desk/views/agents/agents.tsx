// The page of agents: who answers by default, all of them, and a form for a new one. One of them, their comparison and what
// they read have pages of their own.

import type { AgentReply } from '../../../gateway/desk-types.ts';
import { COMPARE, KNOWLEDGE } from '../../model/routes.ts';
import { ColleagueChoices } from '../colleague/settings.tsx';
import { FindField } from '../find-field.tsx';
import { PageLink } from '../page-link.tsx';
import { Empty, Failure, Field, Outcome, Waiting } from '../parts.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AgentPage } from './agent.tsx';
import { ComparePage } from './compare.tsx';
import { Default } from './default.tsx';
import { KnowledgePage } from './knowledge.tsx';
import { ProjectChoice } from './project-choice.tsx';

const MAX_NAME = 100;

export function AgentsPage({ view, at }: { view: View; at: string | null }) {
  const { t, desk } = view;
  const { agents } = desk;
  const all = agents.agents.value;
  const error = agents.error.value;
  const act = useAct(view);
  const open = all?.find(({ agent_id }) => agent_id === at);
  if (at === COMPARE) return <ComparePage view={view} />;
  if (at === KNOWLEDGE) return <KnowledgePage view={view} />;
  if (open !== undefined) return <AgentPage key={open.agent_id} view={view} agent={open} />;
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h2 class="title">{t('agents')}</h2>
          <p class="quiet">{t('agentsText')}</p>
        </div>
        <div class="head-controls">
          <ProjectChoice view={view} />
          <PageLink view={view} to={{ page: 'agents', at: COMPARE }} class="button">
            {t('compare')}
          </PageLink>
        </div>
      </header>
      {error !== null && <Failure view={view} why={error.message} onRetry={() => agents.load()} />}
      {all === null && error === null && <Waiting view={view} />}
      <Outcome act={act} />
      {all !== null && (
        <>
          {all.length === 0 && (
            <Empty title={t('noAgentsTitle')}>
              <p>{t('noAgentsText')}</p>
            </Empty>
          )}
          <FindField view={view} finder={agents.finder} count={all.length} />
          <ul class="agents">
            {(agents.finder.found.value ?? all).map((agent) => (
              <AgentEntry key={agent.agent_id} view={view} agent={agent} act={act} />
            ))}
            {agents.builtIn.value.map((name) => (
              <li key={name}>
                <div class="agent-head">
                  <h3 dir="auto">{name}</h3>
                  <span class="quiet">{t('builtIn')}</span>
                  <Default view={view} names={[name]} act={act} />
                </div>
              </li>
            ))}
          </ul>
          <NewAgent view={view} />
          <ColleagueChoices view={view} />
        </>
      )}
    </div>
  );
}

function AgentEntry({ view, agent, act }: { view: View; agent: AgentReply; act: Act }) {
  const { t } = view;
  return (
    <li>
      <div class="agent-head">
        <h3 dir="auto">
          <PageLink view={view} to={{ page: 'agents', at: agent.agent_id }}>
            {agent.name}
          </PageLink>
        </h3>
        <span class="quiet" dir="auto">
          {t('version', { version: String(agent.version) })}
          {agent.settings.model !== null && ` · ${agent.settings.model}`}
        </span>
        {agent.latest_version !== agent.version && <span class="chip">{t('hasDraft')}</span>}
        {agent.waiting_tools > 0 && (
          <span class="chip">{t('toolsWait', { n: agent.waiting_tools })}</span>
        )}
        <Default
          view={view}
          names={[agent.agent_id, agent.name]}
          problems={agent.problems}
          act={act}
        />
      </div>
      {agent.problems.map((problem) => (
        <p key={problem} class="error">
          {problem}{' '}
          <PageLink view={view} to={{ page: 'agents', at: agent.agent_id }}>
            {t('chooseModel')}
            <span class="hidden"> {agent.name}</span>
          </PageLink>
        </p>
      ))}
    </li>
  );
}

/** A name and what to know; all else is said on the agent's own page. */
function NewAgent({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <details class="adding">
      <summary class="button">{t('newAgent')}</summary>
      <form
        class="agent-form"
        // Kept on this device until it is sent.
        onInput={({ target }) => {
          const { name, value } = target as HTMLInputElement;
          view.drafts.write(`new-agent:${name}`, value);
        }}
        onSubmit={async (event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget as HTMLFormElement);
          const text = (name: string) => String(fields.get(name) ?? '').trim();
          await act.run(async () => {
            const agent = { name: text('name'), instructions: text('instructions') };
            const at = await desk.agents.create(agent);
            for (const name of ['name', 'instructions']) view.drafts.write(`new-agent:${name}`, '');
            desk.go({ page: 'agents', at });
          });
        }}
      >
        <Field id="name-new" label={t('name')}>
          <input
            id="name-new"
            name="name"
            maxLength={MAX_NAME}
            required
            defaultValue={view.drafts.read('new-agent:name')}
          />
        </Field>
        <Field id="instructions-new" label={t('instructions')} hint={t('instructionsHint')}>
          <textarea
            id="instructions-new"
            name="instructions"
            rows={6}
            dir="auto"
            defaultValue={view.drafts.read('new-agent:instructions')}
          />
        </Field>
        <Outcome act={act} />
        <div class="buttons start">
          <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
            {t('newAgent')}
          </button>
        </div>
      </form>
    </details>
  );
}

// One agent: all that its record says, a trial beside it, and its versions.

import { useSignal } from '@preact/signals';
import type { AgentReply } from '../../../gateway/desk-types.ts';
import { BackIcon } from '../icons.tsx';
import { BackHead } from '../page-link.tsx';
import { Waiting } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AgentForm } from './agent-form.tsx';
import { type AgentPart, AgentParts, hintOf } from './agent-parts.tsx';
import { Reach } from './default.tsx';
import { Questions } from './questions.tsx';
import { Trial } from './trial.tsx';
import { Versions } from './versions.tsx';
import { WaitingTools } from './waiting-tools.tsx';

export function AgentPage({ view, agent }: { view: View; agent: AgentReply }) {
  const { t, desk } = view;
  const versions = desk.agents.versions.value[agent.agent_id];
  const tried = useSignal<number | null>(null);
  const act = useAct(view);
  const [newest] = versions ?? [];
  // An agent whose model can't be asked answers nobody: that comes first.
  const part = useSignal<AgentPart>(agent.problems.length > 0 ? 'model' : 'speaks');
  return (
    <div class="page wide-page">
      <BackHead
        view={view}
        to={{ page: 'agents', at: null }}
        back={t('agents')}
        title={agent.name}
        icon={<BackIcon />}
      >
        <p class="facts">
          <span>{t('version', { version: String(agent.version) })}</span>
          {agent.latest_version !== agent.version && <span class="chip">{t('hasDraft')}</span>}
          <span>
            <code>{agent.agent_id}</code>
          </span>
        </p>
      </BackHead>
      <Reach view={view} agent={agent} act={act} />
      {agent.problems.map((problem) => (
        <p key={problem} class="error">
          {problem}
        </p>
      ))}
      <WaitingTools view={view} agent={agent} />
      {newest === undefined ? (
        <Waiting view={view} />
      ) : (
        <>
          <AgentParts view={view} part={part} />
          <div class="configurator">
            <AgentForm
              // What was saved stands in the fields: the newest version, a draft or not.
              key={newest.version}
              view={view}
              agent={agent}
              newest={newest}
              part={part}
              onSaved={() => {
                tried.value = null;
              }}
            />
            <Trial
              view={view}
              agent={agent}
              version={tried.value ?? newest.version}
              mayAsk={
                newest.settings.tool_servers.length > 0 || newest.settings.kind === 'managed_agents'
              }
              hint={hintOf(view, part.value)}
            />
          </div>
        </>
      )}
      <Versions
        view={view}
        agent={agent}
        versions={versions ?? []}
        onTry={(version) => {
          tried.value = version;
        }}
      />
      {versions !== undefined && <Questions view={view} agent={agent} versions={versions} />}
    </div>
  );
}

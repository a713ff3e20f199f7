// Whether an agent answers by default, and the press that lets it; on its own page also who hears it at all.

import type { AgentReply } from '../../../gateway/desk-types.ts';
import type { Act } from '../use-act.ts';
import type { View } from '../view.ts';

/** @param names by which the agent can be the default. */
export function Default(props: { view: View; names: readonly [string, ...string[]]; act: Act }) {
  const { view, names, act } = props;
  const { t, desk } = view;
  const { agents } = desk;
  const [name] = names;
  if (names.includes(agents.defaultAgent.value)) {
    return <span class="chip running end">{t('byDefault')}</span>;
  }
  return (
    <button type="button" class="plain end" onClick={() => act.run(() => agents.makeDefault(name))}>
      {t('makeDefault')}
      <span class="hidden"> {names.at(-1)}</span>
    </button>
  );
}

/** An agent that somebody has just written down answers nobody until a site or the project names it. */
export function Reach({ view, agent, act }: { view: View; agent: AgentReply; act: Act }) {
  const { t, desk } = view;
  const { agents } = desk;
  const names = [agent.agent_id, agent.name] as const;
  const sites = agents.sites.value
    .filter((site) => site.agent === agent.agent_id)
    .map(({ name, client_id: id }) => name || id);
  const isDefault = (names as readonly string[]).includes(agents.defaultAgent.value);
  return (
    <p class="reach">
      {!isDefault && (
        <span class="quiet" dir="auto">
          {sites.length > 0 ? t('answersOn', { names: sites.join(', ') }) : t('heardByNobody')}
        </span>
      )}
      <Default view={view} names={names} act={act} />
    </p>
  );
}

// Whether an agent answers by default, and the press that lets it; on its own page also who hears it at all.

import { useSignal } from '@preact/signals';
import type { AgentReply } from '../../../gateway/desk-types.ts';
import type { Act } from '../use-act.ts';
import type { View } from '../view.ts';

/**
 * One that can't answer is asked about first.
 * @param names by which the agent can be the default.
 * @param problems why it can't answer, each in a sentence.
 */
export function Default(props: {
  view: View;
  names: readonly [string, ...string[]];
  problems?: readonly string[];
  act: Act;
}) {
  const { view, names, problems = [], act } = props;
  const { t, desk } = view;
  const { agents } = desk;
  const isAsking = useSignal(false);
  const [name] = names;
  if (names.includes(agents.defaultAgent.value)) {
    return <span class="chip running end">{t('byDefault')}</span>;
  }
  const make = () => {
    isAsking.value = false;
    act.run(() => agents.makeDefault(name));
  };
  const about = <span class="hidden"> {names.at(-1)}</span>;
  if (!isAsking.value) {
    const ask = () => {
      isAsking.value = true;
    };
    return (
      <button type="button" class="plain end" onClick={problems.length > 0 ? ask : make}>
        {t('makeDefault')}
        {about}
      </button>
    );
  }
  return (
    <>
      <span class="error" role="alert">
        {t('defaultFails', { why: problems.join(' ') })}
      </span>
      <button type="button" class="button small danger" onClick={make}>
        {t('defaultAnyway')}
        {about}
      </button>
      <button
        type="button"
        class="button small"
        onClick={() => {
          isAsking.value = false;
        }}
      >
        {t('cancel')}
        {about}
      </button>
    </>
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
      <Default view={view} names={names} problems={agent.problems} act={act} />
    </p>
  );
}

// The versions of an agent: who wrote each and when, what it says differently from the one that answers, and going back to it.

import { useSignal } from '@preact/signals';
import type { AgentReply, AgentVersion } from '../../../gateway/desk-types.ts';
import { changedSettings, differenceOf } from '../../model/difference.ts';
import { Outcome } from '../parts.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { DifferenceLines } from './difference-lines.tsx';

const SHOWN = 20;

interface Props {
  view: View;
  agent: AgentReply;
  versions: readonly AgentVersion[];
  onTry: (version: number) => void;
}

export function Versions({ view, agent, versions, onTry }: Props) {
  const { t } = view;
  const act = useAct(view);
  if (versions.length < 2) return null;
  const answering = versions.find(({ version }) => version === agent.version);
  return (
    <section class="sheet">
      <h3>{t('versions')}</h3>
      <Outcome act={act} />
      <ul class="devices">
        {versions.slice(0, SHOWN).map((version) => (
          <VersionRow
            key={version.version}
            view={view}
            agent={agent}
            version={version}
            answering={answering}
            act={act}
            onTry={onTry}
          />
        ))}
      </ul>
    </section>
  );
}

function VersionRow(
  props: Omit<Props, 'versions'> & {
    version: AgentVersion;
    answering: AgentVersion | undefined;
    act: Act;
  },
) {
  const { view, agent, version, answering, act, onTry } = props;
  const { t, desk } = view;
  const { format } = view.texts.value;
  const isOpen = useSignal(false);
  const at = Date.parse(version.created_at);
  const isAnswering = version.version === agent.version;
  return (
    <li>
      <div class="about">
        <strong>{t('version', { version: String(version.version) })}</strong>
        <span class="quiet" dir="auto">
          {format.day(at, view.now.value)} {format.time(at)}, {version.author}
        </span>
      </div>
      {isAnswering ? (
        <span class="chip running">{t('answers')}</span>
      ) : (
        <div class="actions">
          <button
            type="button"
            class="plain"
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            {t('difference')}
            <span class="hidden"> {version.version}</span>
          </button>
          <button type="button" class="plain" onClick={() => onTry(version.version)}>
            {t('tryIt')}
            <span class="hidden"> {version.version}</span>
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => act.run(() => desk.agents.publish(agent.agent_id, version.version))}
          >
            {t('letAnswer')}
            <span class="hidden"> {version.version}</span>
          </button>
        </div>
      )}
      {isOpen.value && answering !== undefined && (
        <Difference view={view} before={answering} after={version} />
      )}
    </li>
  );
}

function Difference(props: { view: View; before: AgentVersion; after: AgentVersion }) {
  const { view, before, after } = props;
  const { t } = view;
  const lines = differenceOf(before.settings.instructions, after.settings.instructions);
  const others = changedSettings(before.settings, after.settings);
  return (
    <div class="difference">
      {lines.length > 0 && <DifferenceLines lines={lines} />}
      {lines.length === 0 && <p class="quiet">{t('sameInstructions')}</p>}
      {others.length > 0 && <p class="quiet">{t('otherSettings', { names: others.join(', ') })}</p>}
    </div>
  );
}

// At Agents: what a project's agents may do for its team. All is off until an owner chooses it.

import { useEffect } from 'preact/hooks';
import type { ColleagueSettings } from '../../../gateway/desk-types.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { Outcome } from '../parts.tsx';
import { Switch } from '../switch.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const PARTS = [
  ['draft', 'mayDraft', 'mayDraftHint'],
  ['summary', 'maySum', 'maySumHint'],
  ['ask', 'mayAnswer', 'mayAnswerHint'],
  ['suggest', 'maySuggest', 'maySuggestHint'],
] as const satisfies readonly (readonly [keyof ColleagueSettings, MessageKey, MessageKey])[];

export function ColleagueChoices({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const projectId = desk.agents.projectId.value;
  const settings = desk.colleague.settings.value;
  useEffect(() => {
    desk.colleague.loadSettings(projectId);
  }, [projectId]);
  if (settings === null) return null;
  return (
    <section class="sheet">
      <h3>{t('helperTitle')}</h3>
      <p class="quiet">{t('helperText')}</p>
      {PARTS.map(([name, label, hint]) => (
        <Switch
          key={name}
          id={`colleague-${name}`}
          label={t(label)}
          hint={t(hint)}
          isOn={settings[name]}
          onChange={(isOn) => act.run(() => desk.colleague.choose(projectId, { [name]: isOn }))}
        />
      ))}
      <Outcome act={act} />
    </section>
  );
}

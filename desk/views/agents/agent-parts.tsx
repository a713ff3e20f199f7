// The five parts of an agent's form, as one choice; beside each the try-out says how its effect is seen.

import type { Signal } from '@preact/signals';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

const PARTS = {
  knows: { name: 'agentKnows', hint: 'agentKnowsTry' },
  speaks: { name: 'agentSpeaks', hint: 'agentSpeaksTry' },
  may: { name: 'agentMay', hint: 'agentMayTry' },
  costs: { name: 'agentCosts', hint: 'agentCostsTry' },
  model: { name: 'agentModel', hint: 'agentModelTry' },
} as const satisfies Record<string, { name: MessageKey; hint: MessageKey }>;
export type AgentPart = keyof typeof PARTS;

export function AgentParts({ view, part }: { view: View; part: Signal<AgentPart> }) {
  const { t } = view;
  return (
    <fieldset class="agent-parts">
      <legend class="hidden">{t('agentParts')}</legend>
      {Object.entries(PARTS).map(([key, { name }]) => (
        <label key={key}>
          <input
            type="radio"
            name="agent-part"
            checked={part.value === key}
            onChange={() => {
              part.value = key as AgentPart;
            }}
          />
          <span>{t(name)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function hintOf(view: View, part: AgentPart): string {
  return view.t(PARTS[part].hint);
}

/** A field that isn't right may lie in a part that is hidden, where the browser couldn't point at it. */
export function showInvalid({ target, currentTarget }: Event, part: Signal<AgentPart>): void {
  const form = currentTarget as HTMLFormElement;
  const shown = '[data-part]:not([hidden]) :is(input, select, textarea):invalid';
  if (form.querySelector(shown) !== null) return;
  const section = (target as HTMLElement).closest<HTMLElement>('[data-part]');
  if (section === null) return;
  section.hidden = false;
  part.value = section.dataset.part as AgentPart;
}

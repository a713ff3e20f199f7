// The form of an agent's record, and its presses. What is typed and not saved is kept on this device, and offered when the form is
// opened again.

import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AgentReply, AgentVersion } from '../../../gateway/desk-types.ts';
import { draftOf, withDraft, withoutSecrets } from '../../model/agent-draft.ts';
import type { AgentChange } from '../../model/agent-fields.ts';
import { changeOf } from '../../model/agent-form.ts';
import { Outcome, SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AgentFields } from './agent-fields.tsx';
import { type AgentPart, showInvalid } from './agent-parts.tsx';

interface Props {
  view: View;
  agent: AgentReply;
  newest: AgentVersion;
  part: Signal<AgentPart>;
  onSaved: () => void;
}

export function AgentForm({ view, agent, newest, part, onSaved }: Props) {
  const { t, desk } = view;
  const act = useAct(view);
  const form = useRef<HTMLFormElement>(null);
  const kept = useKept(view, agent, newest, form);
  return (
    <form
      ref={form}
      key={kept.key}
      class="agent-form options"
      onInvalidCapture={(event) => showInvalid(event, part)}
      onInput={kept.keep}
      onChange={kept.keep}
      onSubmit={async (event) => {
        event.preventDefault();
        const isDraft = (event.submitter as HTMLButtonElement | null)?.value === 'draft';
        const fields = new FormData(event.currentTarget as HTMLFormElement);
        await act.run(async () => {
          const change: AgentChange = changeOf(fields);
          // First: the form of the version that this makes begins before the call has returned.
          kept.forget();
          try {
            await desk.agents.change(agent.agent_id, {
              ...change,
              from_version: newest.version,
              publish: !isDraft,
            });
          } catch (error) {
            kept.resume();
            throw error;
          }
          onSaved();
        });
      }}
    >
      {kept.isThere && (
        <p class="alert" role="status">
          <span>{t('draftBack')}</span>
          <button type="button" class="plain" onClick={kept.drop}>
            {t('draftDrop')}
          </button>
        </p>
      )}
      <AgentFields
        view={view}
        agent={agent}
        start={kept.start}
        part={part.value}
        isA2a={newest.settings.kind === 'a2a'}
      />
      <Outcome act={act} />
      <div class="buttons start">
        <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
          {t('saveAnswers')}
        </button>
        <button type="submit" class="button" value="draft" aria-disabled={act.isBusy.value}>
          {t('saveDraft')}
        </button>
        <SurePress
          label={t('deleteAgent')}
          sure={t('deleteAgentSure')}
          about={agent.name}
          onSure={() =>
            act.run(async () => {
              await desk.agents.remove(agent.agent_id);
              kept.forget();
              desk.go({ page: 'agents', at: null });
            })
          }
        />
      </div>
    </form>
  );
}

/** What the form begins with, and what becomes of the words that nobody has saved. */
function useKept(
  view: View,
  agent: AgentReply,
  newest: AgentVersion,
  form: { current: HTMLFormElement | null },
) {
  const name = `agent:${agent.agent_id}`;
  const drops = useSignal(0);
  const isOver = useRef(false);
  const saved = { name: agent.name, settings: newest.settings };
  const restored = useMemo(() => withDraft(saved, view.drafts.read(name)), [drops.value]);
  const begun = useRef<AgentChange>({});
  useLayoutEffect(() => {
    if (form.current === null) return;
    begun.current = withoutSecrets(new FormData(form.current));
    // What was brought back counts as typed until it is saved or dropped.
    const typed = restored === null ? {} : JSON.parse(view.drafts.read(name));
    for (const key of Object.keys(typed)) delete begun.current[key as keyof AgentChange];
  }, [restored]);
  return {
    key: drops.value,
    start: restored ?? saved,
    isThere: restored !== null,
    keep() {
      if (form.current === null || isOver.current) return;
      view.drafts.write(name, draftOf(new FormData(form.current), begun.current));
    },
    forget() {
      isOver.current = true;
      view.drafts.write(name, '');
    },
    resume() {
      isOver.current = false;
      this.keep();
    },
    drop() {
      view.drafts.write(name, '');
      drops.value += 1;
    },
  };
}

// Two agents, or two versions, asked the same at once. Each answers in its own trial, drawn by the real widget.

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { TrialOf } from '../../model/trials.ts';
import { BackIcon } from '../icons.tsx';
import { BackHead } from '../page-link.tsx';
import { Preview } from '../preview.tsx';
import type { View } from '../view.ts';
import { ProjectChoice } from './project-choice.tsx';
import { Taken, useMeasuring } from './trial.tsx';

const INLINE = { target: '#chat' };
type Say = (text: string) => void;

export function ComparePage({ view }: { view: View }) {
  const { t, desk } = view;
  const { agents, builtIn } = desk.agents;
  const asked = useSignal<readonly string[]>([]);
  const voices = [useRef<Say | null>(null), useRef<Say | null>(null)] as const;
  const field = useRef<HTMLTextAreaElement>(null);
  const ids = [...(agents.value ?? []).map(({ agent_id }) => agent_id), ...builtIn.value];
  const ask = (text: string) => {
    if (text === '') return;
    for (const voice of voices) voice.current?.(text);
    asked.value = [text, ...asked.value.filter((other) => other !== text)].slice(0, 8);
  };
  return (
    <div class="page wide-page">
      <BackHead
        view={view}
        to={{ page: 'agents', at: null }}
        back={t('agents')}
        title={t('compare')}
        icon={<BackIcon />}
      >
        <p class="quiet">{t('compareText')}</p>
      </BackHead>
      <ProjectChoice view={view} />
      <form
        class="ask-both"
        onSubmit={(event) => {
          event.preventDefault();
          ask(field.current?.value.trim() ?? '');
          if (field.current !== null) field.current.value = '';
        }}
      >
        <label for="question">{t('askBoth')}</label>
        <textarea
          id="question"
          ref={field}
          rows={2}
          dir="auto"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <button type="submit" class="button primary">
          {t('ask')}
        </button>
      </form>
      {asked.value.length > 0 && (
        <ul class="asked" aria-label={t('askedBefore')}>
          {asked.value.map((question) => (
            <li key={question}>
              <button type="button" class="plain" dir="auto" onClick={() => ask(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      {ids.length > 0 && (
        <div class="halves" key={desk.agents.projectId.value}>
          <Side view={view} letter="A" first={ids[0] ?? ''} voice={voices[0]} />
          <Side view={view} letter="B" first={ids[1] ?? ids[0] ?? ''} voice={voices[1]} />
        </div>
      )}
    </div>
  );
}

function Side(props: {
  view: View;
  letter: string;
  first: string;
  voice: { current: Say | null };
}) {
  const { view, letter, first, voice } = props;
  const { t, desk } = view;
  const chosen = useSignal(first);
  const version = useSignal('');
  const measuring = useMeasuring(view);
  const project = desk.agents.projectId.value;
  const of: TrialOf = {
    project_id: project,
    agent: chosen.value,
    ...(version.value === '' ? {} : { agent_version: Number(version.value) }),
  };
  return (
    <section aria-label={letter} class="side">
      <Who view={view} letter={letter} chosen={chosen} version={version} />
      <Preview
        key={`${chosen.value} ${version.value}`}
        view={view}
        title={`${t('tryIt')} ${letter}`}
        attributes={INLINE}
        of={of}
        isOpen
        {...measuring.handlers}
        onReady={(say) => {
          voice.current = say;
        }}
      />
      <Taken view={view} measured={measuring.measured} />
    </section>
  );
}

function Who(props: {
  view: View;
  letter: string;
  chosen: Signal<string>;
  version: Signal<string>;
}) {
  const { view, letter, chosen, version } = props;
  const { t, desk } = view;
  const { agents, builtIn, versions } = desk.agents;
  const known = versions.value[chosen.value] ?? [];
  const isRecord = agents.value?.some(({ agent_id }) => agent_id === chosen.value) === true;
  useEffect(() => {
    if (isRecord) desk.agents.loadVersions(chosen.value);
  }, [chosen.value, isRecord]);
  return (
    <div class="row-form">
      <div class="field">
        <label for={`agent-${letter}`}>
          {t('agent')} {letter}
        </label>
        <select
          id={`agent-${letter}`}
          value={chosen.value}
          onChange={(event) => {
            version.value = '';
            chosen.value = event.currentTarget.value;
          }}
        >
          {agents.value?.map(({ agent_id, name }) => (
            <option key={agent_id} value={agent_id}>
              {name}
            </option>
          ))}
          {builtIn.value.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`version-${letter}`}>{t('versionOf', { letter })}</label>
        <select
          id={`version-${letter}`}
          value={version.value}
          onChange={(event) => {
            version.value = event.currentTarget.value;
          }}
        >
          <option value="">{t('answering')}</option>
          {isRecord &&
            known.map((one) => (
              <option key={one.version} value={String(one.version)}>
                {t('version', { version: String(one.version) })}
              </option>
            ))}
        </select>
      </div>
    </div>
  );
}

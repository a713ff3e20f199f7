// Saved questions of an agent: two of its versions are asked all of them, and their answers stand side by side with time and cost.

import { useSignal } from '@preact/signals';
import type {
  AgentReply,
  AgentVersion,
  ComparedAnswer,
  ComparedQuestion,
  Comparison,
} from '../../../gateway/desk-types.ts';
import { NANO } from '../../model/agent-fields.ts';
import { questionsOf, sumOf } from '../../model/comparing.ts';
import {
  ChangeOfAnswer,
  ChangeSum,
  ExpectedAnswers,
  JudgeChoice,
  Match,
  worstFirst,
} from '../learning/expected.tsx';
import { PageLink } from '../page-link.tsx';
import { Field, Outcome } from '../parts.tsx';
import { RichText } from '../rich-text.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';

interface Props {
  view: View;
  agent: AgentReply;
  versions: readonly AgentVersion[];
}

export function Questions({ view, agent, versions }: Props) {
  const { t, desk } = view;
  const saved = desk.comparing.saved.value;
  const act = useAct(view);
  if (saved === null) return null;
  const { questions, comparison } = saved;
  // What is typed and not saved, on this device.
  const kept = `questions:${agent.agent_id}`;
  return (
    <section class="sheet" aria-labelledby="questions-title">
      <h3 id="questions-title">{t('questions')}</h3>
      <p class="quiet">{t('questionsText')}</p>
      <form
        key={questions.join('\n')}
        class="agent-form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget as HTMLFormElement);
          const text = String(form.get('questions') ?? '');
          act.run(async () => {
            view.drafts.write(kept, '');
            await desk.comparing.save(questionsOf(text)).catch((error) => {
              view.drafts.write(kept, text);
              throw error;
            });
          });
        }}
      >
        <Field id="questions" label={t('questionsField')} hint={t('questionsHint')}>
          <textarea
            id="questions"
            name="questions"
            rows={Math.min(12, Math.max(4, questions.length + 1))}
            dir="auto"
            aria-describedby="questions-hint"
            onInput={(event) => view.drafts.write(kept, event.currentTarget.value)}
            defaultValue={
              view.drafts.read(kept) ||
              questions
                .map((question) =>
                  question.replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks)),
                )
                .join('\n')
            }
          />
        </Field>
        <div class="buttons start">
          <button type="submit" class="button" aria-disabled={act.isBusy.value}>
            {t('saveQuestions')}
          </button>
        </div>
      </form>
      <Outcome act={act} />
      <ExpectedAnswers view={view} />
      {questions.length > 0 && <Ask view={view} agent={agent} versions={versions} act={act} />}
      {comparison !== null && <Result view={view} comparison={comparison} />}
    </section>
  );
}

/** The version that answers, and the newest other one. */
function Ask({ view, agent, versions, act }: Props & { act: Act }) {
  const { t, desk } = view;
  const other = versions.find(({ version }) => version !== agent.version) ?? versions[0];
  const a = useSignal(String(agent.version));
  const b = useSignal(String(other?.version ?? agent.version));
  const isJudged = useSignal(false);
  const sides = [
    ['A', a],
    ['B', b],
  ] as const;
  return (
    <form
      class="row-form ask-versions"
      onSubmit={(event) => {
        event.preventDefault();
        act.run(
          () => desk.comparing.compare(Number(a.value), Number(b.value), isJudged.value),
          t('askingVersions'),
        );
      }}
    >
      {sides.map(([letter, chosen]) => (
        <Field key={letter} id={`asked-${letter}`} label={t('versionOf', { letter })}>
          <select
            id={`asked-${letter}`}
            value={chosen.value}
            onChange={(event) => {
              chosen.value = event.currentTarget.value;
            }}
          >
            {versions.map(({ version }) => (
              <option key={version} value={String(version)}>
                {t('version', { version: String(version) })}
                {version === agent.version && ` · ${t('answers')}`}
              </option>
            ))}
          </select>
        </Field>
      ))}
      <JudgeChoice view={view} isJudged={isJudged} />
      <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
        {t('askVersions')}
      </button>
    </form>
  );
}

function Result({ view, comparison }: { view: View; comparison: Comparison }) {
  const { t } = view;
  const { format } = view.texts.value;
  const at = Date.parse(comparison.begun_at);
  const all = comparison.questions.flatMap(({ a, b }) => [a, b]);
  const over = all.filter(isOver).length;
  return (
    <div class="compared">
      <ChangeSum view={view} comparison={comparison} />
      <Sums view={view} comparison={comparison} />
      <p class="quiet" role="status">
        {comparison.is_done
          ? t('comparedAt', {
              when: `${format.day(at, view.now.value)} ${format.time(at)}`,
              author: comparison.author,
            })
          : t('comparedSoFar', {
              done: format.number(over),
              all: format.number(all.length),
            })}
      </p>
      <ol>
        {worstFirst(comparison.questions).map((question) => (
          <Question key={question.place} view={view} comparison={comparison} question={question} />
        ))}
      </ol>
    </div>
  );
}

function Sums({ view, comparison }: { view: View; comparison: Comparison }) {
  const { t } = view;
  const { format } = view.texts.value;
  const sides = [sumOf(comparison, 'a'), sumOf(comparison, 'b')] as const;
  const rows = [
    [t('markedBetter'), sides.map(({ better }) => format.number(better))],
    [t('answersFailed'), sides.map(({ failed }) => format.number(failed))],
    [
      t('answerAfterMean'),
      sides.map(({ meanMs }) => (meanMs === null ? '–' : format.duration(meanMs))),
    ],
    [t('tokens'), sides.map(({ tokens }) => format.number(tokens))],
    [t('credits'), sides.map(({ creditsNano }) => creditsIn(view, creditsNano))],
  ] as const;
  return (
    <table class="shares sums">
      <caption class="hidden">{t('questions')}</caption>
      <thead>
        <tr>
          <td />
          {sides.map(({ version }, index) => (
            <th key={index} scope="col">
              {nameOf(view, index === 0 ? 'a' : 'b', version)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, values]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {values.map((value, index) => (
              <td key={index}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Question(props: { view: View; comparison: Comparison; question: ComparedQuestion }) {
  const { view, comparison, question } = props;
  const act = useAct(view);
  const { t, desk } = view;
  const { place, better } = question;
  const { version_a: a, version_b: b } = comparison;
  const marks = [
    ['a', t('betterIs', { name: 'A' })],
    ['same', t('equallyGood')],
    ['b', t('betterIs', { name: 'B' })],
  ] as const;
  return (
    <li>
      <h4 dir="auto">{question.question}</h4>
      <ChangeOfAnswer view={view} question={question} />
      <div class="two-answers">
        <Answer view={view} name={nameOf(view, 'a', a)} answer={question.a} />
        <Answer view={view} name={nameOf(view, 'b', b)} answer={question.b} />
      </div>
      {isOver(question.a) && isOver(question.b) && (
        <fieldset class="segments marks">
          <legend class="hidden">{t('whichIsBetter', { question: question.question })}</legend>
          {marks.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name={`better-${place}`}
                checked={better === value}
                onChange={() => act.run(() => desk.comparing.mark(place, value), '')}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Outcome act={act} />
    </li>
  );
}

function Answer({ view, name, answer }: { view: View; name: string; answer: ComparedAnswer }) {
  const { t } = view;
  const { format } = view.texts.value;
  const { state, text, fault, session_id: trial } = answer;
  const tokens = answer.input_tokens + answer.output_tokens;
  return (
    <article class="answer">
      <h5>{name}</h5>
      {text !== '' && <RichText view={view} text={text} />}
      <Match view={view} answer={answer} />
      {state === 'failed' && (
        <p class="error" dir="auto">
          {t('failed', { why: fault ?? t('gone') })}
        </p>
      )}
      {state === 'waiting' && <p class="quiet">{t('answerWaiting')}</p>}
      {state === 'answering' && <p class="quiet">{t('stateRunning')}</p>}
      {isOver(answer) && (
        <p class="facts">
          {answer.duration_ms !== null && <span>{format.duration(answer.duration_ms)}</span>}
          {tokens > 0 && (
            <span>
              {format.number(tokens)} {t('tokens')}
            </span>
          )}
          {answer.credits_nano > 0 && (
            <span>
              {creditsIn(view, answer.credits_nano)} {t('credits')}
            </span>
          )}
          {trial !== null && (
            <PageLink view={view} to={{ page: 'inbox', sessionId: trial }}>
              {t('wholeConversation')}
            </PageLink>
          )}
        </p>
      )}
    </article>
  );
}

const isOver = ({ state }: ComparedAnswer) => state === 'answered' || state === 'failed';

/** A version may be compared with itself. */
function nameOf({ t }: View, side: 'a' | 'b', version: number): string {
  return `${side.toUpperCase()} · ${t('version', { version: String(version) })}`;
}

function creditsIn(view: View, nano: number): string {
  const { language } = view.texts.value;
  return new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }).format(nano / NANO);
}

// The answers that saved questions should get, and what a comparison says by them: what got worse stands first.

import type { Signal } from '@preact/signals';
import type { ComparedAnswer, ComparedQuestion, Comparison } from '../../../gateway/desk-types.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const MAX_EXPECTED = 20_000;
const CHANGES = {
  worse: 'gotWorse',
  better: 'gotBetter',
  same: 'stayedSame',
} as const satisfies Record<NonNullable<ComparedQuestion['change']>, MessageKey>;

const VERDICTS = {
  right: 'verdictRight',
  partly: 'verdictPartly',
  wrong: 'verdictWrong',
  failed: 'verdictFailed',
} as const satisfies Record<NonNullable<ComparedAnswer['verdict']>['is'], MessageKey>;

export function ExpectedAnswers({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const saved = desk.comparing.saved.value;
  if (saved === null || saved.questions.length === 0) return null;
  const { questions, expected } = saved;
  return (
    <details class="aside expected">
      <summary>
        {t('expectedAnswers', { n: expected.filter((one) => one !== null).length })}
      </summary>
      <p class="quiet">{t('expectedText')}</p>
      <form
        key={questions.join('\n') + expected.join('\n')}
        class="agent-form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget as HTMLFormElement);
          const wanted = questions.map((_, place) => String(form.get(`expected-${place}`) ?? ''));
          act.run(() => desk.comparing.save(questions, wanted));
        }}
      >
        {questions.map((question, place) => (
          <div class="field" key={place}>
            <label for={`expected-${place}`} dir="auto">
              {question}
            </label>
            <textarea
              id={`expected-${place}`}
              name={`expected-${place}`}
              rows={2}
              maxLength={MAX_EXPECTED}
              dir="auto"
              defaultValue={expected[place] ?? ''}
            />
          </div>
        ))}
        <div class="buttons start">
          <button type="submit" class="button" aria-disabled={act.isBusy.value}>
            {t('saveExpected')}
          </button>
        </div>
      </form>
      <Outcome act={act} />
    </details>
  );
}

/** How many got worse, from version a to version b. */
export function ChangeSum({ view, comparison }: { view: View; comparison: Comparison }) {
  const { t } = view;
  const count = (change: ComparedQuestion['change']) =>
    comparison.questions.filter((one) => one.change === change).length;
  const worse = count('worse');
  if (!comparison.questions.some(({ expected }) => expected !== null)) return null;
  return (
    <p class={`change-sum${worse > 0 ? ' bad' : ''}`} role="status">
      <strong>{t('worseCount', { n: worse })}</strong>{' '}
      {t('changeCounts', { better: String(count('better')), same: String(count('same')) })}
    </p>
  );
}

export function ChangeOfAnswer({ view, question }: { view: View; question: ComparedQuestion }) {
  const { t } = view;
  const { change, expected } = question;
  if (expected === null) return null;
  return (
    <div class="expected">
      {change !== null && <span class={`chip change ${change}`}>{t(CHANGES[change])}</span>}
      <p class="quiet plain-text" dir="auto">
        {t('expectedIs', { text: expected })}
      </p>
    </div>
  );
}

/** Offered where answers are expected, and a model is the agent's. */
export function JudgeChoice({ view, isJudged }: { view: View; isJudged: Signal<boolean> }) {
  const { t, desk } = view;
  const saved = desk.comparing.saved.value;
  if (saved === null || !saved.expected.some((one) => one !== null)) return null;
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={isJudged.value}
        onChange={(event) => {
          isJudged.value = event.currentTarget.checked;
        }}
      />
      <span>{t('judgeToo')}</span>
    </label>
  );
}

/** Beside an answer: how much of what is expected it says. */
export function Match({ view, answer }: { view: View; answer: ComparedAnswer }) {
  const { t, texts } = view;
  const { match, verdict } = answer;
  if (match === null) return null;
  const share = new Intl.NumberFormat(texts.value.language, { style: 'percent' });
  return (
    <p class="facts">
      {verdict !== null && (
        <span class={`chip ${verdict.is}`} title={verdict.why}>
          {t(VERDICTS[verdict.is])}
        </span>
      )}
      <span>{t('likeness', { share: share.format(match.likeness) })}</span>
      {match.missing.length > 0 && (
        <span class="missing" dir="auto">
          {t('missingFacts', { facts: match.missing.join(', ') })}
        </span>
      )}
    </p>
  );
}

/** What got worse first; the rest as it was asked. */
export const worstFirst = (questions: readonly ComparedQuestion[]): ComparedQuestion[] =>
  questions.toSorted((a, b) => Number(b.change === 'worse') - Number(a.change === 'worse'));

// The rules of assignment, as a lead reads and changes them: each a line, in the order in which they are tried.

import { useSignal } from '@preact/signals';
import type { AssignmentRule } from '../../../gateway/desk-types.ts';
import { Failure, Outcome, SurePress, Waiting } from '../parts.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { languageWords } from './language-words.ts';
import { RuleForm } from './rule-form.tsx';

export function RulesPart({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  const rules = desk.rules.rules.value;
  const error = desk.rules.error.value;
  if (error !== null) {
    return <Failure view={view} why={error.message} onRetry={() => desk.rules.load()} />;
  }
  if (rules === null) return <Waiting view={view} />;
  return (
    <section class="sheet">
      <h3>{t('partRules')}</h3>
      <p class="quiet">{t('rulesText')}</p>
      {rules.length === 0 && <p>{t('noRules')}</p>}
      <ol class="rules">
        {rules.map((rule, place) => (
          <RuleLine
            key={rule.rule_id}
            view={view}
            act={act}
            rule={rule}
            place={place}
            isLast={place === rules.length - 1}
          />
        ))}
      </ol>
      <Outcome act={act} />
      <h4>{t('newRule')}</h4>
      {/* Made anew, empty, once a rule was added. */}
      <RuleForm key={rules.length} view={view} rule={null} onDone={() => {}} />
    </section>
  );
}

function RuleLine(props: {
  view: View;
  act: Act;
  rule: AssignmentRule;
  place: number;
  isLast: boolean;
}) {
  const { view, act, rule, place, isLast } = props;
  const { t, desk } = view;
  const isChanging = useSignal(false);
  const { rule_id: id } = rule;
  const words = ruleWords(view, rule);
  const to = (where: number) => {
    act.run(() => desk.rules.move(id, where), '');
  };
  return (
    <li>
      <p dir="auto">{words}</p>
      <div class="presses">
        <button type="button" class="plain" disabled={place === 0} onClick={() => to(place - 1)}>
          {t('ruleUp')}
          <span class="hidden"> {words}</span>
        </button>
        <button type="button" class="plain" disabled={isLast} onClick={() => to(place + 1)}>
          {t('ruleDown')}
          <span class="hidden"> {words}</span>
        </button>
        <button
          type="button"
          class="plain"
          aria-expanded={isChanging.value}
          onClick={() => {
            isChanging.value = !isChanging.value;
          }}
        >
          {t(isChanging.value ? 'cancel' : 'edit')}
          <span class="hidden"> {words}</span>
        </button>
        <SurePress
          label={t('removeRule')}
          sure={t('removeRule')}
          about={words}
          onSure={() => {
            act.run(() => desk.rules.remove(id), '');
          }}
        />
      </div>
      {isChanging.value && (
        <RuleForm
          view={view}
          rule={rule}
          onDone={() => {
            isChanging.value = false;
          }}
        />
      )}
    </li>
  );
}

/** "Fernway · Refund · German → Ben". What isn't there any more is named by its id. */
function ruleWords({ t, desk, texts }: View, rule: AssignmentRule): string {
  const { sites, agents } = desk.inbox.filters.value;
  const { tags, colleagues } = desk.work;
  const nameOf = (id: string, name: string | null | undefined) => name ?? t('ruleGone', { id });
  const { client_id: site, agent, tag_id: tag, language } = rule;
  const found = [
    site && nameOf(site, sites.find(({ client_id }) => client_id === site)?.name),
    agent && nameOf(agent, agents.find((one) => one.agent === agent)?.name),
    tag && nameOf(tag, tags.value.find(({ tag_id }) => tag_id === tag)?.name),
    language && languageWords(texts.value.language, language),
  ].filter((one) => typeof one === 'string' && one !== '');
  const person = (id: string) =>
    nameOf(id, colleagues.value.find(({ person_id }) => person_id === id)?.name);
  const to =
    rule.person_id !== null
      ? person(rule.person_id)
      : rule.in_turn.length > 0
        ? t('ruleTurn', { names: rule.in_turn.map(person).join(', ') })
        : t('ruleTurnAll');
  return `${found.length === 0 ? t('ruleAnybody') : found.join(' · ')} → ${to}`;
}

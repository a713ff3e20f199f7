// The fields of one rule of assignment.

import { useSignal } from '@preact/signals';
import type { AssignmentRule } from '../../../gateway/desk-types.ts';
import { Field, Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { languageWords } from './language-words.ts';

/** What browsers ask for most. */
const LANGUAGES =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh';
/** Values of the field of persons that are none. */
const ALL = '';
const SOME = 'some';

export function RuleForm(props: { view: View; rule: AssignmentRule | null; onDone: () => void }) {
  const { view, rule, onDone } = props;
  const { t, desk } = view;
  const { sites, agents } = desk.inbox.filters.value;
  const { tags, assignees } = desk.work;
  const act = useAct(view);
  const to = useSignal(rule?.person_id ?? (rule !== null && rule.in_turn.length > 0 ? SOME : ALL));
  const id = `rule-${rule?.rule_id ?? 'new'}`;
  const shownIn = view.texts.value.language;
  const choice = (
    name: string,
    label: string,
    chosen: string | null | undefined,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field id={`${id}-${name}`} label={label}>
      <select id={`${id}-${name}`} name={name} defaultValue={chosen ?? ''}>
        <option value="">{t('any')}</option>
        {withChosen(options, chosen).map(([value, called]) => (
          <option key={value} value={value} selected={value === chosen}>
            {called}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <form
      class="rule-form"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        const chosen = (name: string) => String(form.get(name) ?? '') || null;
        const isPerson = to.value !== ALL && to.value !== SOME;
        const fields = {
          client_id: chosen('site'),
          agent: chosen('agent'),
          tag_id: chosen('tag'),
          language: chosen('language'),
          person_id: isPerson ? to.value : null,
          in_turn: to.value === SOME ? form.getAll('person').map(String) : [],
        };
        if (await act.run(() => desk.rules.save(rule?.rule_id ?? null, fields))) onDone();
      }}
    >
      <div class="rule-conditions">
        {choice(
          'site',
          t('filterSite'),
          rule?.client_id,
          sites.map(({ client_id, name }) => [client_id, name ?? client_id]),
        )}
        {choice(
          'agent',
          t('filterAgent'),
          rule?.agent,
          agents.map(({ agent, name }) => [agent, name]),
        )}
        {choice(
          'tag',
          t('filterTag'),
          rule?.tag_id,
          tags.value.map(({ tag_id, name }) => [tag_id, name]),
        )}
        {choice(
          'language',
          t('ruleLanguage'),
          rule?.language,
          LANGUAGES.split(' ').map((tag) => [tag, languageWords(shownIn, tag)]),
        )}
      </div>
      <Field id={`${id}-to`} label={t('ruleTo')}>
        <select
          id={`${id}-to`}
          value={to.value}
          onChange={(event) => {
            to.value = event.currentTarget.value;
          }}
        >
          <option value={ALL}>{t('ruleTurnAll')}</option>
          <option value={SOME}>{t('ruleTurnSome')}</option>
          {assignees.value.map(({ person_id, name }) => (
            <option key={person_id} value={person_id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {to.value === SOME && (
        <fieldset class="roles">
          <legend>{t('ruleWho')}</legend>
          {assignees.value.map(({ person_id, name }) => (
            <label key={person_id}>
              <input
                type="checkbox"
                name="person"
                value={person_id}
                defaultChecked={rule?.in_turn.includes(person_id) ?? false}
              />
              <span dir="auto">{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <button type="submit" class="button" aria-disabled={act.isBusy.value}>
        {t(rule === null ? 'addRule' : 'save')}
      </button>
      <Outcome act={act} />
    </form>
  );
}

/** What was chosen once can be kept, though it isn't among the choices any more. */
const withChosen = (
  options: readonly (readonly [string, string])[],
  chosen: string | null | undefined,
): readonly (readonly [string, string])[] =>
  chosen === null || chosen === undefined || options.some(([value]) => value === chosen)
    ? options
    : [...options, [chosen, chosen]];

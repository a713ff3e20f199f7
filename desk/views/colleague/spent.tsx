// In the numbers: what the agents' help for the team has cost, by its kind.

import { useEffect } from 'preact/hooks';
import type { ColleagueSpent } from '../../../gateway/desk-types.ts';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

const NANO = 1e9;
const KINDS = {
  team_draft: 'spentDraft',
  team_summary: 'spentSummary',
  team_question: 'spentQuestion',
  team_suggestion: 'spentSuggestion',
  team_judge: 'spentJudge',
} as const satisfies Record<ColleagueSpent['data'][number]['kind'], MessageKey>;

export function TeamSpent({ view }: { view: View }) {
  const { t, desk } = view;
  const { format, language } = view.texts.value;
  const projectId = desk.numbers.projectId.value;
  const days = desk.numbers.span.value;
  const spent = desk.colleague.spent.value;
  useEffect(() => {
    desk.colleague.loadSpent(projectId, days);
  }, [projectId, days]);
  if (spent === null || spent.length === 0) return null;
  const credits = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  return (
    <section class="sheet shares">
      <h3>{t('spentTitle')}</h3>
      <table>
        <caption class="hidden">{t('spentTitle')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('requests')}</th>
            <th scope="col">{t('credits')}</th>
          </tr>
        </thead>
        <tbody>
          {spent.map(({ kind, requests, credits_nano }) => (
            <tr key={kind}>
              <th scope="row">{t(KINDS[kind])}</th>
              <td>{format.number(requests)}</td>
              <td>{credits.format(credits_nano / NANO)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

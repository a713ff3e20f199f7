// How conversations went, by whom their visitors spoke with.

import type { TeamNumbers } from '../../../gateway/desk-types.ts';
import type { View } from '../view.ts';

type Ratings = TeamNumbers['ratings'];
type Counts = Pick<Ratings['now'], 'good' | 'ok' | 'bad'>;

const sum = ({ good, ok, bad }: Counts): number => good + ok + bad;

/** Of those who said something; null where nobody did. */
export const goodShare = (counts: Counts): number | null =>
  sum(counts) === 0 ? null : counts.good / sum(counts);

export function RatingsTable({ view, ratings }: { view: View; ratings: Ratings }) {
  const { t } = view;
  const { format, language } = view.texts.value;
  if (ratings.by.length === 0 && ratings.now.asked === 0) return null;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const words = (share: number | null) => (share === null ? '–' : percent.format(share));
  return (
    <div class="shares">
      <table>
        <caption>{t('ratings')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ratingsBy')}</th>
            <th scope="col">{t('ratingsShare')}</th>
            <th scope="col">{t('ratingGood')}</th>
            <th scope="col">{t('ratingOk')}</th>
            <th scope="col">{t('ratingBad')}</th>
          </tr>
        </thead>
        <tbody>
          {ratings.by.map(({ is_person, name, now, before }) => (
            <tr key={`${is_person} ${name}`}>
              <th scope="row" dir="auto">
                {is_person ? name : t('agentAlone', { name })}
              </th>
              <td>
                {words(goodShare(now))}
                {sum(before) > 0 && (
                  <span class="then">{t('timeBefore', { value: words(goodShare(before)) })}</span>
                )}
              </td>
              <td>{format.number(now.good)}</td>
              <td>{format.number(now.ok)}</td>
              <td>{format.number(now.bad)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        {t('ratingsText')}{' '}
        {t('ratingsAnswered', {
          rated: format.number(sum(ratings.now)),
          asked: format.number(Math.max(ratings.now.asked, sum(ratings.now))),
        })}
      </p>
    </div>
  );
}

// What conversations are about, how many needed nobody, and how they went.

import type { Topics } from '../../../gateway/desk-types.ts';
import { PageLink } from '../page-link.tsx';
import type { View } from '../view.ts';
import { goodShare } from './ratings.tsx';

type Counts = Topics['data'][number]['now'];

const aloneShare = ({ conversations, without_person: alone }: Counts): number | null =>
  conversations === 0 ? null : alone / conversations;

export function TopicsTable({ view, topics }: { view: View; topics: Topics }) {
  const { t } = view;
  const { format, language } = view.texts.value;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const words = (share: number | null) => (share === null ? '–' : percent.format(share));
  const hasRatings = topics.data.some(({ now }) => goodShare(now) !== null);
  return (
    <section class="sheet topics">
      <h3 id="topics-title">{t('topics')}</h3>
      <p class="quiet">{t(topics.data.length === 0 ? 'topicsNone' : 'topicsText')}</p>
      {topics.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <div class="scroller" tabIndex={0}>
          <table aria-labelledby="topics-title">
            <thead>
              <tr>
                <th scope="col">{t('topic')}</th>
                <th scope="col">{t('conversations')}</th>
                <th scope="col">{t('withoutPerson')}</th>
                {hasRatings && <th scope="col">{t('ratingsShare')}</th>}
              </tr>
            </thead>
            <tbody>
              {topics.data.map(({ question, now, before, session_ids: [first] }) => (
                <tr key={question}>
                  <th scope="row" dir="auto">
                    {first === undefined ? (
                      question
                    ) : (
                      <PageLink view={view} to={{ page: 'inbox', sessionId: first }}>
                        {question}
                      </PageLink>
                    )}
                  </th>
                  <td>
                    {format.number(now.conversations)}
                    <Then view={view} value={format.number(before.conversations)} />
                  </td>
                  <td>
                    {words(aloneShare(now))}
                    {before.conversations > 0 && (
                      <Then view={view} value={words(aloneShare(before))} />
                    )}
                  </td>
                  {hasRatings && (
                    <td>
                      {words(goodShare(now))}
                      {goodShare(before) !== null && (
                        <Then view={view} value={words(goodShare(before))} />
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Then({ view, value }: { view: View; value: string }) {
  return <span class="then">{view.t('timeBefore', { value })}</span>;
}

// What an owner acts on: this time beside the one before, what people answered, and when visitors write.

import type { TeamNumbers as Counted } from '../../../gateway/desk-types.ts';
import type { View } from '../view.ts';
import { goodShare, RatingsTable } from './ratings.tsx';

const SUNDAY_MS = Date.UTC(2023, 0, 1, 12);
const DAY_MS = 86_400_000;
/** From Monday on. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
const NANO = 1e9;

export function TeamNumbers({ view, counted }: { view: View; counted: Counted }) {
  const { now, before, people, hours, ratings } = counted;
  return (
    <>
      <Trends view={view} counted={counted} />
      <div class="charts">
        {people.length > 0 && <People view={view} people={people} />}
        <RatingsTable view={view} ratings={ratings} />
        {now.conversations + before.conversations > 0 && <Busy view={view} hours={hours} />}
      </div>
    </>
  );
}

/** An amount in the operator's currency, or in credits. */
export function money(
  nano: number,
  { currency, language }: { currency: string | null; language: string },
): string {
  const options: Intl.NumberFormatOptions =
    currency === null
      ? { maximumFractionDigits: 2 }
      : { style: 'currency', currency, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, options).format(Number(nano) / NANO);
}

/** A name, this time, the time before, and how either reads. */
type Fact = [string, number | null, number | null, (value: number) => string];

function Trends({ view, counted }: { view: View; counted: Counted }) {
  const { t } = view;
  const { format, language } = view.texts.value;
  const { now, before, currency, ratings } = counted;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const share = ({ conversations, without_person: alone }: Counted['now']) =>
    conversations === 0 ? null : alone / conversations;
  const thumbs = ({ thumbs_up: up, thumbs_down: down }: Counted['now']) =>
    up + down === 0 ? null : up / (up + down);
  const facts: Fact[] = [
    [t('conversations'), now.conversations, before.conversations, format.number],
    [t('withoutPerson'), share(now), share(before), percent.format],
    [t('firstWord'), now.first_word_ms, before.first_word_ms, format.duration],
    [t('firstPerson'), now.first_person_ms, before.first_person_ms, format.duration],
    [t('helpfulShare'), thumbs(now), thumbs(before), percent.format],
    ...(ratings.now.asked + ratings.before.asked === 0
      ? []
      : [
          [
            t('ratingsShare'),
            goodShare(ratings.now),
            goodShare(ratings.before),
            percent.format,
          ] satisfies Fact,
        ]),
    [
      currency === null ? t('credits') : t('spent'),
      Number(now.credits_nano),
      Number(before.credits_nano),
      (nano) => money(nano, { currency, language }),
    ],
  ];
  return (
    <dl class="cards trends">
      {facts.map(([name, value, then, words]) => (
        <div key={name}>
          <dt>
            {name}
            {then !== null && (
              <span class="then">
                {value !== null && value !== then && (
                  <span aria-hidden="true">{value > then ? '↑ ' : '↓ '}</span>
                )}
                {t('timeBefore', { value: words(then) })}
              </span>
            )}
          </dt>
          <dd>{value === null ? '–' : words(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function People({ view, people }: { view: View; people: Counted['people'] }) {
  const { t } = view;
  const { format } = view.texts.value;
  return (
    <div class="shares">
      <table>
        <caption>{t('byPerson')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('conversations')}</th>
            <th scope="col">{t('messagesSent')}</th>
            <th scope="col">{t('firstPerson')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ name, conversations, messages, first_answer_ms: first }) => (
            <tr key={name}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>{format.number(conversations)}</td>
              <td>{format.number(messages)}</td>
              <td>{first === null ? '–' : format.duration(first)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A table for everybody; the shade of a cell shows what its number says. */
function Busy({ view, hours }: { view: View; hours: Counted['hours'] }) {
  const { t } = view;
  const { format, language } = view.texts.value;
  const most = Math.max(1, ...hours.flat());
  const day = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' });
  const columns = Array.from({ length: 24 }, (_, index) => index);
  return (
    <figure class="busy">
      <figcaption>
        <span>{t('busyHours')}</span>
        <span class="quiet">{t('busyText')}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div class="scroller" tabIndex={0}>
        <table>
          <caption class="hidden">{t('busyHours')}</caption>
          <thead>
            <tr>
              <td />
              {columns.map((index) => (
                <th key={index} scope="col">
                  <span class={index % 6 === 0 ? '' : 'hidden'}>
                    {hour.format(Date.UTC(2023, 0, 1, index))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEK.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{day.format(SUNDAY_MS + weekday * DAY_MS)}</th>
                {columns.map((index) => {
                  const count = hours[weekday]?.[index] ?? 0;
                  return (
                    <td
                      key={index}
                      class={`shade-${count === 0 ? 0 : Math.ceil((count / most) * 4)}`}
                      title={format.number(count)}
                    >
                      <span class="hidden">{format.number(count)}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

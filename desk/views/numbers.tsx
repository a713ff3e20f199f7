// The page of numbers: what happened, by time, by model and by site; the same as a table for a spreadsheet.

import { useSignal } from '@preact/signals';
import { type ComponentChildren, toChildArray, type VNode } from 'preact';
import type { Numbers } from '../../gateway/desk-types.ts';
import { csvOf, shareCsvOf } from '../model/numbers.ts';
import type { MessageKey } from '../texts/messages.ts';
import { type Bar, Bars } from './bars.tsx';
import { TeamSpent } from './colleague/spent.tsx';
import { ThumbIcon } from './icons.tsx';
import { TaughtList } from './learning/taught.tsx';
import { SpanChoice } from './numbers/span-choice.tsx';
import { TeamNumbers } from './numbers/team-numbers.tsx';
import { TopicsTable } from './numbers/topics.tsx';
import { Failure, Waiting } from './parts.tsx';
import { UnansweredList } from './unanswered.tsx';
import type { View } from './view.ts';

const CARDS = [
  ['visitor_messages', 'visitorMessages'],
  ['agent_messages', 'agentMessages'],
  ['failed_runs', 'failedRuns'],
  ['failed_tools', 'failedTools'],
  ['thumbs_up', 'helpful'],
  ['thumbs_down', 'notHelpful'],
] as const satisfies readonly (readonly [string, MessageKey])[];
const NANO = 1e9;
/** Less than these is said to be less. */
const LEAST_CREDITS = 0.01;
const LEAST_MS = 100;

export function NumbersPage({ view }: { view: View }) {
  const { t, desk } = view;
  const { numbers } = desk;
  const report = numbers.report.value;
  const error = numbers.error.value;
  return (
    <div class="page wide-page">
      <header class="page-head">
        <h2 class="title">{t('numbers')}</h2>
        <div class="head-controls">
          {numbers.projects.value.length > 1 && (
            <select
              aria-label={t('project')}
              value={numbers.projectId.value}
              onChange={(event) => numbers.show({ projectId: event.currentTarget.value })}
            >
              {numbers.projects.value.map(({ project_id: id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </select>
          )}
          <SpanChoice view={view} onChoose={(span) => numbers.show({ span })} />
          <button
            type="button"
            class="button"
            aria-disabled={report === null}
            onClick={() => {
              if (report === null) return;
              view.download('numbers.csv', new Blob([csvOf(report)], { type: 'text/csv' }));
            }}
          >
            {t('saveCsv')}
          </button>
        </div>
      </header>
      {error !== null && (
        <Failure view={view} why={error.message} onRetry={() => numbers.show({})} />
      )}
      {report === null ? (
        error === null && <Waiting view={view} />
      ) : (
        <>
          {numbers.team.value !== null && <TeamNumbers view={view} counted={numbers.team.value} />}
          <Report view={view} report={report} />
          {numbers.topics.value !== null && (
            <TopicsTable view={view} topics={numbers.topics.value} />
          )}
          <UnansweredList view={view} />
          <TaughtList view={view} />
          <TeamSpent view={view} />
        </>
      )}
    </div>
  );
}

function Report({ view, report }: { view: View; report: Numbers }) {
  const { t } = view;
  const { format, language } = view.texts.value;
  const credits = (nano: number, digits = 4) =>
    new Intl.NumberFormat(language, { maximumSignificantDigits: digits }).format(
      Number(nano) / NANO,
    );
  const dates = new Intl.DateTimeFormat(
    language,
    report.bucket_width === '1h'
      ? { hour: 'numeric', minute: '2-digit' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  );
  const seconds = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const bars = (
    value: (bucket: Numbers['buckets'][number]) => number,
    words = format.number,
  ): Bar[] =>
    report.buckets.map((bucket) => ({
      label: dates.format(Date.parse(bucket.start_time)),
      value: value(bucket),
      text: words(value(bucket)),
    }));
  const { first_word_ms: firstWord, slow_first_word_ms: slow } = report.totals;
  const hasThumbs = report.totals.thumbs_up + report.totals.thumbs_down > 0;
  // A card has room for a few digits; the whole stands in its chart.
  const total = Number(report.totals.credits_nano) / NANO;
  const creditsInShort =
    total > 0 && total < LEAST_CREDITS
      ? `< ${format.number(LEAST_CREDITS)}`
      : new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(total);
  const duration = (ms: number) =>
    ms > 0 && ms < LEAST_MS
      ? `< ${t('secondsShort', { seconds: seconds.format(LEAST_MS / 1000) })}`
      : t('secondsShort', { seconds: seconds.format(ms / 1000) });
  return (
    <>
      <dl class="cards">
        {CARDS.map(([name, key]) => (
          <div key={name}>
            <dt>{t(key)}</dt>
            <dd>{format.number(report.totals[name])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('credits')}</dt>
          <dd title={credits(report.totals.credits_nano)}>{creditsInShort}</dd>
        </div>
        {firstWord !== null && (
          <div>
            <dt>{t('firstWord')}</dt>
            <dd>{duration(firstWord)}</dd>
          </div>
        )}
      </dl>
      <OneOf view={view} name="chart">
        <Bars title={t('conversations')} bars={bars(({ conversations }) => conversations)} />
        <Bars title={t('visitorMessages')} bars={bars((bucket) => bucket.visitor_messages)} />
        <Bars
          title={t('credits')}
          bars={bars(
            (bucket) => Number(bucket.credits_nano),
            (nano) => credits(nano),
          )}
        />
        <Bars
          title={t('failures')}
          bars={bars((bucket) => bucket.failed_runs + bucket.failed_tools)}
        />
        {firstWord !== null && (
          <Bars
            title={t('firstWord')}
            bars={bars((bucket) => bucket.first_word_ms ?? 0, duration)}
          />
        )}
        {hasThumbs && (
          <Bars
            title={t('ratedAnswers')}
            legend={[t('helpful'), t('notHelpful')]}
            bars={bars(({ thumbs_up }) => thumbs_up).map((bar, index) => {
              const value = report.buckets[index]?.thumbs_down ?? 0;
              return { ...bar, second: { value, text: format.number(value) } };
            })}
          />
        )}
      </OneOf>
      {!hasThumbs && <p class="quiet">{t('noThumbs')}</p>}
      {firstWord !== null && (
        <p class="quiet">
          {t('firstWordText')} {slow !== null && t('firstWordSlow', { time: duration(slow) })}
        </p>
      )}
      <div class="charts">
        <Shares view={view} kind="models" title={t('byModel')} report={report} credits={credits} />
        <Shares view={view} kind="sites" title={t('bySite')} report={report} credits={credits} />
      </div>
    </>
  );
}

/** One chart at a time: those of a quiet week are nearly empty. */
function OneOf(props: { view: View; name: string; children: ComponentChildren }) {
  const { view, name } = props;
  const charts = toChildArray(props.children) as VNode<{ title: string }>[];
  const chosen = useSignal(0);
  const at = Math.min(chosen.value, charts.length - 1);
  return (
    <div class="one-of">
      <fieldset class="segments">
        <legend class="hidden">{view.t('chart')}</legend>
        {charts.map((chart, index) => (
          <label key={chart.props.title}>
            <input
              type="radio"
              name={name}
              checked={index === at}
              onChange={() => {
                chosen.value = index;
              }}
            />
            <span>{chart.props.title}</span>
          </label>
        ))}
      </fieldset>
      {charts[at]}
    </div>
  );
}

function Shares(props: {
  view: View;
  kind: 'models' | 'sites';
  title: string;
  report: Numbers;
  credits: (nano: number) => string;
}) {
  const { view, kind, title, report, credits } = props;
  const rows = report[kind];
  const { t } = view;
  const { format } = view.texts.value;
  return (
    <div class="shares">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('requests')}</th>
            <th scope="col">{t('credits')}</th>
            <ThumbHead label={t('helpful')} isDown={false} />
            <ThumbHead label={t('notHelpful')} isDown />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, requests, credits_nano, thumbs_up, thumbs_down }, index) => (
            <tr key={index}>
              <th scope="row" dir="auto">
                {name === '' ? t('noSite') : name}
              </th>
              <td>{format.number(requests)}</td>
              <td>{credits(credits_nano)}</td>
              <td>{format.number(thumbs_up)}</td>
              <td>{format.number(thumbs_down)}</td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={5} class="quiet">
                {t('nothingYet')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {rows.length > 0 && (
        <button
          type="button"
          class="plain"
          onClick={() =>
            view.download(`${kind}.csv`, new Blob([shareCsvOf(rows)], { type: 'text/csv' }))
          }
        >
          {t('saveCsv')}
          <span class="hidden"> {title}</span>
        </button>
      )}
    </div>
  );
}

function ThumbHead({ label, isDown }: { label: string; isDown: boolean }) {
  return (
    <th scope="col" title={label}>
      <ThumbIcon isDown={isDown} />
      <span class="hidden">{label}</span>
    </th>
  );
}

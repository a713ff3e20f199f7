// The page of numbers: what happened, by time, by model and by site; the same as a table for a spreadsheet.

import type { Numbers } from '../../gateway/desk-types.ts';
import { csvOf, SPANS } from '../model/numbers.ts';
import type { MessageKey } from '../texts/messages.ts';
import { type Bar, Bars } from './bars.tsx';
import { Failure, Waiting } from './parts.tsx';
import { UnansweredList } from './unanswered.tsx';
import type { View } from './view.ts';

const SPAN_WORDS = { 1: 'lastDay', 7: 'lastWeek', 30: 'lastMonth', 90: 'lastQuarter' } as const;
const CARDS = [
  ['conversations', 'conversations'],
  ['visitor_messages', 'visitorMessages'],
  ['agent_messages', 'agentMessages'],
  ['failed_runs', 'failedRuns'],
  ['failed_tools', 'failedTools'],
] as const satisfies readonly (readonly [string, MessageKey])[];
const NANO = 1e9;

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
          <fieldset class="segments">
            <legend class="hidden">{t('span')}</legend>
            {SPANS.map((span) => (
              <label key={span}>
                <input
                  type="radio"
                  name="span"
                  checked={numbers.span.value === span}
                  onChange={() => numbers.show({ span })}
                />
                <span>{t(SPAN_WORDS[span])}</span>
              </label>
            ))}
          </fieldset>
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
          <Report view={view} report={report} />
          <UnansweredList view={view} />
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
  const duration = (ms: number) => t('secondsShort', { seconds: seconds.format(ms / 1000) });
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
          <dd>{credits(report.totals.credits_nano, 2)}</dd>
        </div>
        {firstWord !== null && (
          <div>
            <dt>{t('firstWord')}</dt>
            <dd>{duration(firstWord)}</dd>
          </div>
        )}
      </dl>
      <div class="charts">
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
      </div>
      {firstWord !== null && (
        <p class="quiet">
          {t('firstWordText')} {slow !== null && t('firstWordSlow', { time: duration(slow) })}
        </p>
      )}
      <div class="charts">
        <Shares view={view} title={t('byModel')} rows={report.models} credits={credits} />
        <Shares view={view} title={t('bySite')} rows={report.sites} credits={credits} />
      </div>
    </>
  );
}

function Shares(props: {
  view: View;
  title: string;
  rows: Numbers['models'];
  credits: (nano: number) => string;
}) {
  const { view, title, rows, credits } = props;
  const { t } = view;
  const { format } = view.texts.value;
  return (
    <table class="shares">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('requests')}</th>
          <th scope="col">{t('credits')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, requests, credits_nano }) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {name === '' ? t('noSite') : name}
            </th>
            <td>{format.number(requests)}</td>
            <td>{credits(credits_nano)}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={3} class="quiet">
              {t('nothingYet')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

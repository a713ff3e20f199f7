// Beside the messages: whose conversation it is, what it cost, what each tool was given and gave, what the page said.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { costOf, pageContextOf, rowsOf, type ToolCall } from '../model/rows.ts';
import { CallLine, hasFailed } from './call-line.tsx';
import { RatingPart } from './person/rating.tsx';
import { VisitorKnown } from './person/visitor-known.tsx';
import type { View } from './view.ts';

const COPIED_MS = 1500;
/** Of an input or a result; the whole is a click away in the export. */
const MAX_JSON = 20_000;

export function Details({ view }: { view: View }) {
  const { t, desk } = view;
  const { conversation } = desk;
  const { format } = view.texts.value;
  const entry = conversation.entry.value;
  const events = conversation.events.value;
  if (entry === null) return null;
  const cost = costOf(events);
  const calls = rowsOf(events).flatMap((row) => (row.kind === 'tool' ? [row.call] : []));
  const context = pageContextOf(events);
  const began = Date.parse(entry.created_at);
  return (
    <div class="facts-panel">
      <Part title={t('about')}>
        <dl>
          <Fact name={t('site')}>{entry.site_name ?? entry.client_id ?? t('noSite')}</Fact>
          <Fact name={t('filterAgent')}>{entry.agent_name}</Fact>
          <Fact name={t('person')}>{entry.owner_id ?? t('anonymous')}</Fact>
          {entry.contact_email !== null && (
            <Fact name={t('contactEmail')}>{entry.contact_email}</Fact>
          )}
          <Fact name={t('began')}>
            {format.day(began, view.now.value)} {format.time(began)}
          </Fact>
          <Fact name={t('project')}>{entry.project_id}</Fact>
          <Fact name={t('session')}>
            <Copied view={view} text={entry.session_id} />
          </Fact>
        </dl>
      </Part>
      <RatingPart view={view} />
      <VisitorKnown view={view} />
      <Part title={t('cost')}>
        <dl>
          <Fact name={t('credits')}>{creditsText(cost.credits, view)}</Fact>
          <Fact name={t('tokens')}>
            {t('tokensInOut', {
              in: format.number(cost.inputTokens),
              out: format.number(cost.outputTokens),
            })}
          </Fact>
          {cost.models.length > 0 && <Fact name={t('models')}>{cost.models.join(', ')}</Fact>}
        </dl>
      </Part>
      <Part title={t('tools')}>
        {calls.length === 0 ? (
          <p class="quiet">{t('noTools')}</p>
        ) : (
          calls.map((call) => <Call key={call.id} view={view} call={call} />)
        )}
      </Part>
      <Part title={t('pageContext')}>
        {context === null ? (
          <p class="quiet">{t('noPageContext')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          <pre dir="auto" tabIndex={0}>
            {context}
          </pre>
        )}
      </Part>
    </div>
  );
}

function Call({ view, call }: { view: View; call: ToolCall }) {
  const { t, desk } = view;
  const { result } = call;
  const isFailed = hasFailed(view, call);
  const run = call.runId === null ? undefined : desk.conversation.runs.value[call.runId];
  return (
    <details class={`call${isFailed ? ' bad' : ''}`}>
      <summary>
        <CallLine view={view} call={call} />
      </summary>
      <h4>{t('input')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre dir="auto" tabIndex={0}>
        {jsonText(call.input)}
      </pre>
      {result !== null && (
        <>
          <h4>{t('result')}</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <pre dir="auto" tabIndex={0}>
            {jsonText(result.content ?? result.status ?? '')}
          </pre>
        </>
      )}
      {run !== undefined && (
        <dl>
          <Fact name={t('trace')}>
            <Copied view={view} text={run.trace_id} />
          </Fact>
        </dl>
      )}
    </details>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** An id with a button that copies it. */
function Copied({ view, text }: { view: View; text: string }) {
  const { t } = view;
  const isCopied = useSignal(false);
  return (
    <button
      type="button"
      class="id"
      title={t('copy')}
      onClick={async () => {
        isCopied.value = await view.copy(text);
        view.after(COPIED_MS, () => {
          isCopied.value = false;
        });
      }}
    >
      <code>{text}</code>
      <span class="id-copied" role="status">
        {isCopied.value ? t('copied') : ''}
      </span>
    </button>
  );
}

function jsonText(value: unknown): string {
  const text = typeof value === 'string' ? pretty(value) : JSON.stringify(value, null, 2);
  return text.length > MAX_JSON ? `${text.slice(0, MAX_JSON)}…` : text;
}

/** A result is a text, which often is JSON. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function creditsText(credits: number, { texts }: View): string {
  const { language } = texts.value;
  return new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }).format(credits);
}

// The owner's view: all that crossed the wire, newest first, with what each failure means, and what it came to.
// English only.

import { useEffect, useState } from 'preact/hooks';
import { cutText } from '../../content/text.ts';
import { writeJson } from '../../dom/json.ts';
import { OWNER } from '../../i18n/owner-messages.ts';
import { showInvisible } from '../model/exact.ts';
import { jsonText } from '../model/plain-text.ts';
import type { ChatModel } from '../model/types.ts';
import { useCopy } from '../parts/use-copy.ts';
import type { DebugEntry } from '../types.ts';
import { creditsText, debugFacts } from './debug-facts.ts';
import {
  type Joined,
  joinDebug,
  sumDebug,
  type Totals,
  UNPROCESSED_AFTER_MS,
} from './debug-join.ts';
import { SheetPage } from './sheet.tsx';

const SHOWN = 200;
/** Of one line; "Copy all" gives the rest. */
const MAX_RAW_CHARS = 20_000;

/** Not by toISOString: Datejs has put another in its place. */
const isoOf = (at: number): string => writeJson(new Date(at)).slice(1, -1);

export default function OwnerView({ chat }: { chat: ChatModel }) {
  const all = chat.sheets.debug.value;
  const joined = joinDebug(all);
  const now = chat.ports.now();
  const [isCopied, copy] = useCopy(chat);
  const waiting = all.filter(({ key }) => joined.get(key)?.isWaiting).map(({ at }) => at);
  const isIgnored = waiting.some((at) => now - at >= UNPROCESSED_AFTER_MS);
  useLookAgain(
    chat,
    waiting.find((at) => now - at < UNPROCESSED_AFTER_MS),
  );
  return (
    <SheetPage chat={chat} title={OWNER.title} class="owner">
      <div lang="en" dir="ltr">
        <p class="note">{OWNER.hint}</p>
        {isIgnored && <p class="owner-alert">{OWNER.unprocessed}</p>}
        <Sums totals={sumDebug(all)} />
        <button
          type="button"
          class="button outlined"
          onClick={() => copy(writeJson(chat.sheets.debug.peek(), 2))}
        >
          {isCopied ? chat.words.value.t('copied') : OWNER.copyAll}
        </button>
        <ol class="debug">
          {all
            .slice(-SHOWN)
            .reverse()
            .map((entry) => (
              <Row key={entry.key} entry={entry} joined={joined.get(entry.key)} now={now} />
            ))}
        </ol>
      </div>
    </SheetPage>
  );
}

/** Draws again when a message has waited for too long. */
function useLookAgain(chat: ChatModel, since: number | undefined): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (since === undefined) return undefined;
    const left = since + UNPROCESSED_AFTER_MS - chat.ports.now();
    return chat.ports.after(Math.max(0, left), () => tick((count) => count + 1));
  }, [since]);
}

function Sums({ totals }: { totals: Totals }) {
  const failed = (count: number) => (count > 0 ? `, ${count} ${OWNER.requestsFailed}` : '');
  const median = totals.medianMs === null ? '' : `, ${OWNER.median} ${totals.medianMs} ms`;
  const lines = [
    [OWNER.requests, `${totals.requests}${failed(totals.failedRequests)}${median}`],
    [OWNER.runs, `${totals.runs}${failed(totals.failedRuns)}`],
    [
      OWNER.tokens,
      `${totals.inputTokens} ${OWNER.tokensIn}, ${totals.outputTokens} ${OWNER.tokensOut}`,
    ],
    [OWNER.credits, creditsText(totals.creditsNano)],
  ];
  return (
    <section aria-label={OWNER.totals}>
      <dl class="fields">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Row(props: { entry: DebugEntry; joined: Joined | undefined; now: number }) {
  const { entry, joined, now } = props;
  const facts = debugFacts(entry, now, joined);
  const isBad =
    entry.title.startsWith('session.error') ||
    (entry.kind === 'request' && !/ 2\d\d$/.test(entry.title)) ||
    (joined?.isWaiting && now - entry.at >= UNPROCESSED_AFTER_MS);
  const ms = entry.latencyMs === null ? null : `${Math.round(entry.latencyMs)} ms`;
  const after = joined?.sinceMs ? `+${Math.round(joined.sinceMs)} ms` : null;
  return (
    <li class={`debug-row is-${entry.kind} ${isBad ? 'is-bad' : ''}`}>
      <details>
        <summary>
          <time class="mono" dateTime={isoOf(entry.at)}>
            {isoOf(entry.at).slice(11, 23)}
          </time>{' '}
          <span class="debug-title">{showInvisible(entry.title)}</span>
          <span class="mono">{ms ?? after}</span>
        </summary>
        {facts.length > 0 && (
          <dl class="fields">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{showInvisible(name)}</dt>
                <dd>{showInvisible(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {entry.raw !== null && (
          <>
            <p class="label">{OWNER.raw}</p>
            <pre class="raw">{showInvisible(cutText(jsonText(entry.raw), MAX_RAW_CHARS))}</pre>
          </>
        )}
      </details>
    </li>
  );
}

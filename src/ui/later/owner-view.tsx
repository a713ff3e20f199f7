// The owner's view: all that crossed the wire, newest first, with what each failure means. English only.

import { cutText } from '../../content/text.ts';
import { OWNER } from '../../i18n/owner-messages.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { jsonText } from '../model/plain-text.ts';
import { useCopy } from '../parts/use-copy.ts';
import type { DebugEntry } from '../types.ts';
import { debugFacts } from './debug-facts.ts';
import { SheetPage } from './sheet.tsx';

const SHOWN = 200;
/** Of one line; "Copy all" gives the rest. */
const MAX_RAW_CHARS = 20_000;

export default function OwnerView({ chat }: { chat: ChatModel }) {
  const entries = chat.debug.value.slice(-SHOWN).reverse();
  const [isCopied, copy] = useCopy(chat);
  return (
    <SheetPage chat={chat} title={OWNER.title} class="owner">
      <div lang="en" dir="ltr">
        <p class="note">{OWNER.hint}</p>
        <button
          type="button"
          class="button outlined"
          onClick={() => copy(JSON.stringify(chat.debug.peek(), null, 2))}
        >
          {isCopied ? chat.words.value.t('copied') : OWNER.copyAll}
        </button>
        <ol class="debug">
          {entries.map((entry) => (
            <Row key={entry.key} entry={entry} now={chat.ports.now()} />
          ))}
        </ol>
      </div>
    </SheetPage>
  );
}

function Row({ entry, now }: { entry: DebugEntry; now: number }) {
  const facts = debugFacts(entry, now);
  return (
    <li class={`debug-row is-${entry.kind}`}>
      <details>
        <summary>
          <time class="mono" dateTime={new Date(entry.at).toISOString()}>
            {new Date(entry.at).toISOString().slice(11, 23)}
          </time>{' '}
          <span class="debug-title">{entry.title}</span>
          {entry.latencyMs !== null && <span class="mono"> {Math.round(entry.latencyMs)} ms</span>}
        </summary>
        {facts.length > 0 && (
          <dl class="fields">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {entry.raw !== null && (
          <>
            <p class="label">{OWNER.raw}</p>
            <pre class="raw">{cutText(jsonText(entry.raw), MAX_RAW_CHARS)}</pre>
          </>
        )}
      </details>
    </li>
  );
}

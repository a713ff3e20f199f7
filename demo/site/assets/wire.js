// The visitor's own conversation as the gateway keeps it, each event with a sentence of explanation.
// Rows that are there already stay as they are, with what the reader has opened.

const list = document.querySelector('[data-wire]');
const status = document.querySelector('[data-wire-status]');
const rows = new Map();
/** Quiet for this long after the chat's last news, so that a burst of events is read once. */
const SETTLE_MS = 400;
/** While a run goes on, without news: its last events tell the page nothing. */
const RUNNING_MS = 1_000;
/** After a look at which the gateway wasn't there. */
const AWAY_MS = 2_000;
const ENDS = ['session.status_idle', 'session.error'];

const EXPLAIN = {
  'user.message': () => [
    'You said something',
    'Posted once; the gateway gave it an id and started a run.',
  ],
  'session.status_running': () => [
    'A run is in progress',
    'The chat shows “Replying…” and a Stop button.',
  ],
  'agent.message': (event) => {
    const thought = event.content?.find((block) => block.type === 'thought');
    const cited = event.content?.some((block) => block.citations?.length);
    return [
      'The agent answered',
      [
        thought && `It thought for ${thought.extra_content?.gateway?.thinking_ms ?? '?'} ms first.`,
        cited && 'It names its sources; the chat lists each document once.',
      ]
        .filter(Boolean)
        .join(' ') || 'Plain text, drawn through a sanitiser.',
    ];
  },
  'agent.tool_use': (event) => [
    `The agent asks for ${event.content?.map((block) => block.name).join(', ')}`,
    'The page offered this tool; the chat checks the input against its schema, and asks you where something changes.',
  ],
  'user.tool_result': (event) => {
    const [result] = event.content ?? [];
    const timing = result?.client_timing;
    return [
      result?.is_error ? `The tool failed: ${result.error_code}` : 'The page answered',
      timing
        ? `It ran for ${timing.ended_at_ms - timing.started_at_ms} ms in this browser; the time you took to decide is not counted.`
        : 'No timing: nothing was executed here.',
    ];
  },
  'session.status_idle': (event) => [
    `The cycle ended: ${event.content?.stop_reason}`,
    event.content?.stop_reason === 'client_tool_use'
      ? 'The gateway waits for the page’s results.'
      : `Charged once, here: ${event.usage?.credits_nano ?? 0} billionths of a credit.`,
  ],
  'session.error': (event) => [
    `The run failed: ${event.error_code}`,
    'The chat says so in words and offers a way on.',
  ],
  'session.turn_usage': () => [
    'Figures of one turn',
    'Informational; the charge stands on the cycle’s end.',
  ],
  'session.compaction': () => ['Older turns were summarised', 'The originals stay in the list.'],
  'user.interrupt': () => ['You pressed Stop', 'The run that you saw was cancelled.'],
};

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function rowOf(event) {
  const [title, why] = EXPLAIN[event.type]?.(event) ?? ['An event this page does not know', ''];
  const json = make('pre', { tabIndex: 0 }, '');
  json.setAttribute('role', 'region');
  json.setAttribute('aria-label', `${event.type} as JSON`);
  const item = make(
    'li',
    {},
    make('strong', {}, title),
    make('code', {}, `${event.type} · ${event.id}`),
    make('p', {}, why),
    make('details', {}, make('summary', {}, 'As JSON'), json),
  );
  return { item, json };
}

function show(events) {
  if (events.length === 0) {
    rows.clear();
    list.replaceChildren(
      make('li', { className: 'wire-empty' }, 'Nothing yet. Open the chat and say hello.'),
    );
    return;
  }
  list.querySelector('.wire-empty')?.remove();
  const ids = new Set(events.map((event) => event.id));
  for (const [id, { item }] of rows) {
    if (ids.has(id)) continue;
    item.remove();
    rows.delete(id);
  }
  for (const event of events) {
    if (!rows.has(event.id)) {
      const row = rowOf(event);
      rows.set(event.id, row);
      list.append(row.item);
    }
    // `processed_at` comes later than the event itself.
    rows.get(event.id).json.textContent = JSON.stringify(event, null, 2);
  }
}

async function refresh() {
  const reply = await fetch('/wire.json').catch(() => null);
  const body = reply?.ok ? await reply.json().catch(() => null) : null;
  if (body === null) {
    status.textContent = 'Waiting for the gateway. This page goes on by itself.';
    schedule(AWAY_MS);
    return;
  }
  const events = body.events ?? [];
  show(events);
  status.textContent = events.length === 0 ? '' : `${events.length} events.`;
  if (events.length > 0 && !ENDS.includes(events.at(-1).type)) schedule(RUNNING_MS);
}

let scheduled = 0;
function schedule(delayMs) {
  clearTimeout(scheduled);
  scheduled = setTimeout(refresh, delayMs);
}

document.querySelector('[data-wire-refresh]').addEventListener('click', refresh);
for (const name of ['message', 'tool', 'session']) {
  document.addEventListener(`bellhop:${name}`, () => schedule(SETTLE_MS));
}
refresh();

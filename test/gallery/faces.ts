// The ten states by which the panel's face is judged, in four looks, drawn live; beside each the same state as an earlier commit
// drew it, with ?before (`npm run gallery -- --before COMMIT`). ?look=dark shows one look alone.

/** What it shows, and the recorded state that does. */
const STATES: readonly (readonly [title: string, state: string])[] = [
  ['Empty', 'empty'],
  ['Streaming', 'streaming'],
  ['Steps', 'conversation'],
  ['Question', 'approval-summary'],
  ['Items', 'card-items'],
  ['Form', 'card-form'],
  ['Error', 'failed-internal_error'],
  ['Offline', 'offline'],
  ['Long answer', 'long-answer'],
  ['Wide', 'look-expanded'],
];

const LOOKS: readonly { name: string; query: string; width: number; height: number }[] = [
  { name: 'light', query: '', width: 520, height: 720 },
  { name: 'dark', query: '&theme=dark', width: 520, height: 720 },
  { name: 'phone', query: '', width: 390, height: 720 },
  { name: 'Arabic', query: '&lang=ar', width: 520, height: 720 },
];
/** The panel made bigger needs a page that it can be bigger on. */
const WIDE_PX = 900;

const query = new URLSearchParams(location.search);
const before = query.has('before');
const only = query.get('look');
const main = document.querySelector('main');
const about = document.querySelector('#about');
if (about) {
  about.textContent = before
    ? 'On the left as before, on the right as it is now.'
    : 'As it is now. `npm run gallery -- --before COMMIT` draws what an earlier commit drew beside it.';
}
for (const [title, state] of STATES) {
  const heading = document.createElement('h2');
  heading.textContent = title;
  const row = document.createElement('div');
  row.className = 'looks';
  for (const look of LOOKS.filter(({ name }) => only === null || name === only)) {
    if (before) row.append(frame('./before/', state, look, 'before'));
    row.append(frame('./', state, look, 'now'));
  }
  main?.append(heading, row);
}

function frame(
  address: string,
  state: string,
  look: (typeof LOOKS)[number],
  when: string,
): HTMLElement {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = `${look.name}, ${when}`;
  const view = document.createElement('iframe');
  view.title = `${state}, ${caption.textContent}`;
  view.loading = 'lazy';
  view.width = `${state === 'look-expanded' && look.name !== 'phone' ? WIDE_PX : look.width}`;
  view.height = `${look.height}`;
  view.src = `${address}?state=${state}${look.query}`;
  figure.append(caption, view);
  return figure;
}

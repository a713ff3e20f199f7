// Shows the chat with the form's settings, and the tag that does the same on a page of yours.

const form = document.querySelector('form');
const frame = document.querySelector('iframe');
const code = document.querySelector('pre code');
const copy = document.querySelector('section button');
const status = document.querySelector('[role=status]');
const DEFAULTS = { color: '#005b5b', prompts: form.elements.prompts.value };
/** These are members of the theme: light or dark alone is a word, with others it is an object. */
const LOOK = ['scheme', 'radius', 'density'];
let timer = 0;

/** What differs from the defaults: a tag says no more than it must. */
function chosen() {
  const all = [...new FormData(form)].filter(
    ([name, value]) => value !== '' && value !== DEFAULTS[name],
  );
  const look = all.filter(([name]) => LOOK.includes(name));
  const rest = all.filter(([name]) => !LOOK.includes(name));
  if (look.length === 0) return rest;
  if (look.length === 1 && look[0][0] === 'scheme') return [...rest, ['theme', look[0][1]]];
  const members = look.map(([name, value]) => [name, name === 'radius' ? Number(value) : value]);
  return [...rest, ['theme', JSON.stringify(Object.fromEntries(members))]];
}

const quoted = (value) =>
  value.startsWith('{')
    ? `'${value}'`
    : `"${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

function showTag() {
  const lines = [
    'src="https://gateway.example/bellhop.js"',
    'data-site="site_pk_0123456789abcdefghijklmn"',
    ...chosen().map(([name, value]) => `data-${name}=${quoted(value)}`),
  ];
  code.textContent = `<script async ${lines.join('\n  ')}></script>`;
  status.textContent = '';
}

/** The chat that is there takes the settings: what was written in it stays. What isn't chosen becomes the default again. */
function change() {
  const names = [...form.elements].map(({ name }) => name).filter(Boolean);
  const settings = {
    ...Object.fromEntries([...names, 'theme'].map((name) => [name])),
    prompts: DEFAULTS.prompts,
    ...Object.fromEntries(chosen()),
  };
  for (const name of LOOK) delete settings[name];
  if (settings.theme?.startsWith('{')) settings.theme = JSON.parse(settings.theme);
  frame.contentWindow.settings = settings;
  frame.contentDocument.body.dataset.side = settings.position ?? 'right';
  frame.contentWindow.bellhop.push((chat) => chat.configure(settings));
  showTag();
}

form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(change, 150);
});
form.addEventListener('submit', (event) => event.preventDefault());
for (const swatch of document.querySelectorAll('.swatches button')) {
  swatch.style.background = swatch.value;
  swatch.addEventListener('click', () => {
    form.elements.color.value = swatch.value;
    change();
  });
}
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(code.textContent);
  status.textContent = 'Copied.';
});
frame.src = `playground-chat.html?${new URLSearchParams([['prompts', DEFAULTS.prompts], ...chosen()])}`;
showTag();

// Within a page of the documents the frame is as high as what stands in it.
const around = window.frameElement;
if (around) {
  const main = document.querySelector('main');
  new ResizeObserver(() => {
    around.style.height = `${main.offsetHeight + 2}px`;
  }).observe(main);
}

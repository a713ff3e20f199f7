// Shows the chat with the form's settings, and the tag that does the same on a page of yours.

const form = document.querySelector('form');
const frame = document.querySelector('iframe');
const code = document.querySelector('pre code');
const status = document.querySelector('[role=status]');
const DEFAULTS = { color: '#005b5b' };
let timer = 0;

/** What differs from the defaults: a tag says no more than it must. */
function chosen() {
  return [...new FormData(form)].filter(
    ([name, value]) => value !== '' && value !== DEFAULTS[name],
  );
}

function showTag() {
  const quoted = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const lines = [
    'data-gateway="https://gateway.example"',
    'data-session="/chat/session"',
    ...chosen().map(([name, value]) => `data-${name}="${quoted(value)}"`),
  ];
  code.textContent = `<script async src="https://cdn.example/bellhop.js"\n        ${lines.join('\n        ')}></script>`;
  status.textContent = '';
}

/** The chat that is there takes the settings: what was written in it stays. What isn't chosen becomes the default again. */
function change() {
  const names = [...new Set([...form.elements].map(({ name }) => name).filter(Boolean))];
  const settings = {
    ...Object.fromEntries(names.map((name) => [name])),
    ...Object.fromEntries(chosen()),
  };
  frame.contentWindow.settings = settings;
  frame.contentWindow.bellhop.push((chat) => chat.configure(settings));
  showTag();
}

form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(change, 150);
});
form.addEventListener('submit', (event) => event.preventDefault());
document.querySelector('button').addEventListener('click', async () => {
  await navigator.clipboard.writeText(code.textContent);
  status.textContent = 'Copied.';
});
frame.src = `playground-chat.html?${new URLSearchParams(chosen())}`;
showTag();

// Within a page of the documents the frame is as high as what stands in it.
const around = window.frameElement;
if (around) {
  const main = document.querySelector('main');
  new ResizeObserver(() => {
    around.style.height = `${main.offsetHeight + 2}px`;
  }).observe(main);
}

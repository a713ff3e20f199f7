// Shows the chat with the form's settings, and the tag that does the same on a page of yours.

const form = document.querySelector('form');
const frame = document.querySelector('iframe');
const code = document.querySelector('pre code');
const DEFAULTS = { color: '#005b5b' };
let timer = 0;

/** What differs from the defaults: a tag says no more than it must. */
function chosen() {
  return [...new FormData(form)].filter(
    ([name, value]) => value !== '' && value !== DEFAULTS[name],
  );
}

function show() {
  frame.src = `playground-chat.html?${new URLSearchParams(chosen())}`;
  const quoted = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const lines = [
    'data-gateway="https://gateway.example"',
    'data-session="/chat/session"',
    ...chosen().map(([name, value]) => `data-${name}="${quoted(value)}"`),
  ];
  code.textContent = `<script async src="https://cdn.example/bellhop.js"\n        ${lines.join('\n        ')}></script>`;
}

form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(show, 400);
});
form.addEventListener('submit', (event) => event.preventDefault());
document.querySelector('button').addEventListener('click', async () => {
  await navigator.clipboard.writeText(code.textContent);
  document.querySelector('[role=status]').textContent = 'Copied.';
});
show();

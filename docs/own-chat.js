// A chat with a look of its own on Bellhop's engine, which keeps messages through reloads, tabs and dead networks. What is
// left to the page: to show where each message stands, and to ask before a tool runs.
import { createHeadlessChat } from 'bellhop/headless';

export function mountChat(place, options) {
  const chat = createHeadlessChat(options);
  const list = make('ol', { role: 'log' });
  const field = make('input', { ariaLabel: 'Message', required: true });
  const stop = button('Stop', () => chat.stop());
  const form = make('form', {}, field, make('button', { textContent: 'Send' }), stop);
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (await chat.send(field.value)) field.value = '';
  };
  place.append(list, form);

  function drawEntry({ kind, content, delivery, localId, parts = [] }) {
    if (kind !== 'user') return make('li', { textContent: parts.map(wordsOf).join('') || '…' });
    const item = make('li', { className: 'mine', textContent: textOf(content) });
    // Nothing is called sent or failed that isn't known to be so.
    if (delivery.state !== 'sent') item.append(make('small', { textContent: delivery.state }));
    if (delivery.state === 'unconfirmed' || delivery.state === 'refused') {
      item.append(button('Send again', () => chat.resend(localId)));
    }
    return item;
  }
  function drawQuestion(question) {
    const textContent = `${question.title}? ${JSON.stringify(question.input)} `;
    const allow = button('Allow', () => chat.answer(question, 'once'));
    return make(
      'li',
      { textContent },
      allow,
      button('Don’t', () => chat.answer(question, 'no')),
    );
  }
  function draw() {
    const { entries, questions, run, trouble } = chat.getSnapshot();
    const problem = trouble ? [make('li', { role: 'alert', textContent: trouble.kind })] : [];
    list.replaceChildren(...entries.map(drawEntry), ...questions.map(drawQuestion), ...problem);
    stop.hidden = run.state === 'idle';
  }
  chat.subscribe(draw);
  draw();
  // What an earlier page left goes on by itself; else nothing is asked before the visitor comes to the field.
  if (chat.isUnfinished) chat.begin();
  else field.addEventListener('focus', () => chat.begin(), { once: true });
  return chat;
}

const textOf = (blocks) => blocks.map(({ type, text }) => (type === 'text' ? text : '📎')).join('');
const wordsOf = (part) =>
  part.kind === 'message' ? textOf(part.blocks) : part.kind === 'tool' ? `⚙ ${part.name} ` : '';
const button = (textContent, onclick) => make('button', { type: 'button', textContent, onclick });
function make(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

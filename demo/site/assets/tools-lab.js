// Tools that each end in one particular way, and a button for each.

const wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

const CASES = [
  ['works', 'Works at once', () => 'All good.'],
  [
    'works_slowly',
    'Works after four seconds (try Stop)',
    (_input, { signal }) => wait(4_000, signal).then(() => 'Done, at last.'),
  ],
  ['asks_first', 'Asks before it runs (say no)', () => 'You said yes.', { approval: 'always' }],
  [
    'bad_input',
    'Gets input that breaks its schema',
    () => 'Never reached.',
    {
      inputSchema: {
        type: 'object',
        required: ['amount'],
        properties: { amount: { type: 'integer' } },
      },
    },
  ],
  [
    'not_found',
    'Can’t find what was asked for',
    (_input, _context, chat) => {
      throw new chat.ToolError('not_found', 'There is no order 4711.', { field: 'order' });
    },
  ],
  [
    'no_access',
    'Is forbidden',
    (_input, _context, chat) => {
      throw new chat.ToolError('permission_denied', 'Only for signed-in customers.');
    },
  ],
  [
    'too_often',
    'Was called too often',
    (_input, _context, chat) => {
      throw new chat.ToolError('rate_limited', 'Once a minute is enough.', { retryable: true });
    },
  ],
  [
    'breaks',
    'Throws an error',
    () => {
      throw new Error('The drawer is stuck.');
    },
  ],
  [
    'too_slow',
    'Takes longer than its two seconds',
    (_input, { signal }) => wait(60_000, signal),
    { timeoutMs: 2_000 },
  ],
  ['offline', 'Loses the network', () => fetch('http://127.0.0.1:9/').then(() => 'Unexpected.')],
  ['huge', 'Answers with far too much', () => 'x'.repeat(400_000)],
];

const list = document.querySelector('[data-lab]');
const note = document.querySelector('[data-lab-note]');

window.bellhop ??= [];
window.bellhop.push((chat) => {
  for (const [name, title, execute, options = {}] of CASES) {
    chat.registerTool({
      name: `lab_${name}`,
      title,
      description: `${title}. A tool for trying out how the chat shows this.`,
      inputSchema: { type: 'object', properties: {} },
      annotations: { readOnlyHint: true },
      execute: (input, context) => execute(input, context, chat),
      ...options,
    });
  }
});

for (const [name, title] of [...CASES, ['missing', 'Is not registered on this page']]) {
  const item = document.createElement('li');
  const words = document.createElement('span');
  const strong = document.createElement('strong');
  strong.textContent = title;
  const code = document.createElement('code');
  code.textContent = `lab_${name}`;
  words.append(strong, code);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet';
  button.textContent = 'Try it';
  button.setAttribute('aria-label', `Try it: ${title}`);
  button.addEventListener('click', () => {
    window.bellhop.push((chat) => {
      chat.open();
      chat.send(`Use the tool lab_${name}`);
      note.textContent = `Asked Fern to use lab_${name}.`;
    });
  });
  item.append(words, button);
  list.append(item);
}

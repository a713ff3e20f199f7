// Tools that each end in one particular way, and a button for each.

const wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Fails as a tool that chose its own words. */
const failing =
  (code, message, details) =>
  (_input, { ToolError }) => {
    throw new ToolError(code, message, details);
  };

/** `ends`: the code that the agent gets; none where the tool works. */
const CASES = [
  { name: 'works', title: 'Works at once', execute: () => 'All good.' },
  {
    name: 'works_slowly',
    title: 'Works after four seconds',
    hint: 'Or press Stop.',
    execute: (_input, { signal }) => wait(4_000, signal).then(() => 'Done, at last.'),
  },
  { name: 'huge', title: 'Answers with far too much', execute: () => 'x'.repeat(400_000) },
  {
    name: 'asks_first',
    title: 'Asks before it runs',
    hint: 'Say no.',
    ends: 'declined',
    approval: 'always',
    execute: () => 'You said yes.',
  },
  {
    name: 'bad_input',
    title: 'Gets input that breaks its schema',
    ends: 'invalid_input',
    inputSchema: {
      type: 'object',
      required: ['amount'],
      properties: { amount: { type: 'integer' } },
    },
    execute: () => 'Never reached.',
  },
  {
    name: 'not_found',
    title: 'Can’t find what was asked for',
    ends: 'not_found',
    execute: failing('not_found', 'There is no order 4711.', { field: 'order' }),
  },
  {
    name: 'no_access',
    title: 'Is forbidden',
    ends: 'permission_denied',
    execute: failing('permission_denied', 'Only for signed-in customers.'),
  },
  {
    name: 'too_often',
    title: 'Was called too often',
    ends: 'rate_limited',
    execute: failing('rate_limited', 'Once a minute is enough.'),
  },
  {
    name: 'breaks',
    title: 'Throws an error',
    ends: 'execution_failed',
    execute: () => {
      throw new Error('The drawer is stuck.');
    },
  },
  {
    name: 'too_slow',
    title: 'Takes longer than its two seconds',
    ends: 'timeout',
    timeoutMs: 2_000,
    execute: (_input, { signal }) => wait(60_000, signal),
  },
  {
    name: 'offline',
    title: 'Loses the network',
    ends: 'unavailable',
    execute: () => fetch('/broken-line').then((reply) => reply.text()),
  },
  {
    name: 'site_down',
    title: 'Meets a site that has crashed',
    ends: 'wp_fatal_error',
    execute: failing('wp_fatal_error', 'There has been a critical error on this website.'),
  },
  // Never registered: the chat waits ten seconds for it, since a page may still be loading.
  { name: 'missing', title: 'Is not on this page', ends: 'tool_unavailable' },
];

const list = document.querySelector('[data-lab]');
const note = document.querySelector('[data-lab-note]');

window.bellhop ??= [];
window.bellhop.push((chat) => {
  for (const { name, title, execute, hint, ends, ...options } of CASES) {
    if (!execute) continue;
    chat.registerTool({
      name: `lab_${name}`,
      title,
      description: `${title}. A tool for trying out how the chat shows this.`,
      inputSchema: { type: 'object', properties: {} },
      annotations: { readOnlyHint: true },
      execute: (input, { signal }) => execute(input, { signal, ToolError: chat.ToolError }),
      ...options,
    });
  }
});

for (const { name, title, hint, ends } of CASES) {
  const item = document.createElement('li');
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
  const words = document.createElement('div');
  const strong = document.createElement('strong');
  strong.textContent = title;
  const code = document.createElement('code');
  code.textContent = ends ?? 'succeeds';
  words.append(strong, hint ? `${hint} ` : '', ends ? 'The agent hears ' : 'It ', code, '.');
  item.append(button, words);
  list.append(item);
}

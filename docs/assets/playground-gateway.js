// A gateway of prepared sentences inside the playground's frame: it answers the requests of the real widget, in the shapes of
// the real interface, and nothing leaves the page.

const GATEWAY = 'https://gateway.playground';
const SESSION = 'ses_playground';
const log = [];
const streams = new Set();
const waiting = new Map();
let count = 0;

const text = (words) => [{ type: 'text', text: words }];
const usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  credits_nano: 0,
};

function tell(name, data, id) {
  const lines = `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  for (const stream of streams) stream.enqueue(new TextEncoder().encode(lines));
}

function add(type, content, more = {}) {
  count += 1;
  const time = new Date().toISOString();
  const id = more.id ?? `evt_${String(count).padStart(6, '0')}`;
  const event = { ...more, id, type, content, created_at: time, processed_at: time };
  log.push(event);
  tell(type, event, id);
  return event;
}

const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function say(words) {
  const id = `evt_said_${count}`;
  tell('event_start', { type: 'event_start', event: { type: 'agent.message', id } });
  for (const piece of words.split(/(?<= )/)) {
    await pause(35);
    const delta = { type: 'content_delta', index: 0, content: { type: 'text', text: piece } };
    tell('event_delta', { type: 'event_delta', event_id: id, delta });
  }
  add('agent.message', text(words), { id });
}

const end = () =>
  add('session.status_idle', { stop_reason: 'end_turn', context_tokens: 0 }, { usage });

/** A card of the widget's own, or a tool of the page; its answer comes as a result. */
async function call(name, input) {
  const id = `toolu_${count}`;
  add('agent.tool_use', [{ type: 'tool_use', id, name, input }]);
  add(
    'session.status_idle',
    { stop_reason: 'client_tool_use', context_tokens: 0, tool_use_ids: [id] },
    { usage },
  );
  const answer = await new Promise((resolve) => {
    waiting.set(id, resolve);
  });
  add('session.status_running', []);
  return answer;
}

const NUMBERS = { one: 1, a: 1, two: 2, three: 3, four: 4, five: 5 };

/** A tool of the page; what it answers is what the agent goes by. */
async function addMugs(words) {
  const [, number = 'one'] =
    /\b(\d{1,2}|one|two|three|four|five)\b/i.exec(words.toLowerCase()) ?? [];
  const quantity = NUMBERS[number] ?? Number(number);
  const product_id = /blue/i.test(words) ? 'mug-blue' : 'mug-green';
  const { content, error_code: code } = await call('add_to_cart', { product_id, quantity });
  if (code === undefined) return say(`${content} Look: it is the page’s own cart.`);
  return say(code === 'declined' ? 'As you like: nothing was added.' : 'Nothing was added.');
}

async function answer(words) {
  await pause(300);
  add('session.status_running', []);
  const has = (kind) => (window.settings.cards ?? '').includes(kind);
  if (/\b(add|put|buy|take)\b/i.test(words)) {
    await addMugs(words);
  } else if (/\bcart\b/i.test(words)) {
    await say((await call('show_cart', {})).content);
  } else if (/deliver|how long|ship/i.test(words)) {
    await say(
      'Two to four working days, for **€4.90**. From €60 it is free. (A prepared sentence: no model answers here.)',
    );
  } else if (/product|mug|show/i.test(words) && has('products')) {
    await call('show_items', {
      title: 'Mugs',
      items: ['green', 'blue'].map((color) => ({
        title: `Mug, ${color}`,
        price: '€12.00',
        text: 'Stoneware, 300 ml',
        button: `Add one ${color} mug to my cart`,
      })),
    });
    await say('These two are in stock.');
  } else if (/ask|choose|size/i.test(words) && has('choices')) {
    const { content = '' } = await call('offer_choices', {
      question: 'Which size?',
      options: ['S', 'M', 'L'],
    });
    await say(`I have noted it: ${/"chosen":\["?(\w)/.exec(content)?.[1] ?? 'nothing yet'}.`);
  } else {
    await say(
      'This is how an answer looks, with **bold words**, `code` and a list:\n\n- it is written as it comes\n- nothing of it is a real model\n\nWrite “Add two green mugs to my cart”: that is a tool of this page.',
    );
  }
  end();
}

function list(params) {
  const after = params.get('after_id');
  const from = after === null ? 0 : log.findIndex(({ id }) => id === after) + 1;
  const found = log.slice(from);
  if (params.get('order') === 'desc') found.reverse();
  return { data: found.slice(0, Number(params.get('limit') ?? 100)), next_page: null };
}

function send({ events = [] }) {
  const data = [];
  for (const { type, content, ...more } of events) {
    const event = add(type, content, more);
    data.push(event);
    if (type === 'user.message') {
      for (const resolve of waiting.values()) resolve({ error_code: 'cancelled' });
      waiting.clear();
      answer(content.map((block) => block.text ?? '').join(' '));
    }
    if (type === 'user.tool_result') {
      for (const block of content) {
        waiting.get(block.tool_use_id)?.(block);
        waiting.delete(block.tool_use_id);
      }
    }
  }
  return { data };
}

function stream(signal) {
  let own;
  const body = new ReadableStream({
    start(controller) {
      own = controller;
      streams.add(controller);
    },
    cancel() {
      streams.delete(own);
    },
  });
  signal?.addEventListener('abort', () => streams.delete(own));
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

const real = window.fetch;
window.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  if (url.pathname.endsWith('/playground-session')) {
    return Response.json({ session_id: SESSION, token: 'a token of the playground' });
  }
  if (url.origin !== GATEWAY) return real(input, init);
  if (url.pathname.endsWith('/stream')) return stream(init.signal);
  if (init.method === 'POST') return Response.json(send(JSON.parse(init.body)));
  return Response.json(list(url.searchParams));
};

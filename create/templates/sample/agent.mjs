// A sample agent, which needs no model and no key: it knows a few words. Change it, or take another one: a model, by its key in
// .env.gateway, or a backend of yours.

const PRODUCTS = ['mug', 'teapot', 'tote'];
const NUMBERS = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5 };

const wordsOf = (event) =>
  event.content.map((block) => (block.type === 'text' ? block.text : '')).join(' ');

/** What the page's tool has answered, or null. */
function answerIn(events) {
  const event = events.findLast(({ type }) => type === 'user.tool_result');
  const block = event?.content[0];
  if (block === undefined) return null;
  const { content = '', is_error: isError = false, error_code: code } = block;
  return { isError, code, text: typeof content === 'string' ? content : JSON.stringify(content) };
}

function tell({ isError, code, text }) {
  if (code === 'declined') return 'As you like: I leave the cart as it is.';
  if (isError) return 'That did not work. Please try again.';
  try {
    const { items } = JSON.parse(text);
    if (items.length === 0) return 'Your cart is empty.';
    return `In your cart: ${items.map(({ product_id: product, quantity }) => `${quantity} × ${product}`).join(', ')}.`;
  } catch {
    return text;
  }
}

/** @type {import('bellhop-gateway/agent').AgentModule} */
export default {
  name: 'sample',
  agent: {
    async *turn({ history, tools }) {
      const at = history.findLastIndex(({ type }) => type === 'user.message');
      const asked = at < 0 ? '' : wordsOf(history[at]).toLowerCase();
      const answer = answerIn(history.slice(at + 1));
      const can = (name) => tools.some((tool) => tool.name === name);
      const say = (text) => ({ kind: 'message', blocks: [{ type: 'text', text }] });
      const product = PRODUCTS.find((name) => asked.includes(name));
      if (answer !== null) {
        yield say(tell(answer));
      } else if (product !== undefined && can('add_to_cart')) {
        const [word] = asked.match(/\b(\d+|a|an|one|two|three|four|five)\b/) ?? [];
        const quantity = NUMBERS[word] ?? Number(word ?? 1);
        yield { kind: 'tool_use', name: 'add_to_cart', input: { product_id: product, quantity } };
        return;
      } else if (/cart|basket/.test(asked) && can('show_cart')) {
        yield { kind: 'tool_use', name: 'show_cart', input: {} };
        return;
      } else {
        yield say(
          'Hello! I am a sample agent, from `agent.mjs`. Ask me to **add two mugs**, or **what is in your cart**.',
        );
      }
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  },
};

// Tasks that answer in words, open pages, and write to the shop's people.

import { isRecord } from '../../gateway/agent.ts';
import { TALK } from './data.ts';
import { answerFreely } from './free.ts';
import { clean, failureSentence, isInstruction } from './phrases.ts';
import { QUESTIONS, type Wish } from './state.ts';
import { choicesOf, find, type Part, use } from './toolbox.ts';
import { lost, type Outcome, offerPeople, type Task, type World } from './world.ts';

export function* talkTask(world: World, wish: Wish): Task {
  const { name, text } = wish;
  const { shop } = world;
  if (name === 'wrote') return wrote(world);
  if (name === 'half')
    return {
      say: `The other part of your question I didn't understand, sorry; our people can help: ${shop.people}.`,
    };
  const row = TALK[name];
  if (row === undefined)
    return name === 'abilities' ? abilities(world) : (answerFreely(text, world) ?? lost(world));
  if (!row.person) return { say: row.says };
  const asked = name === 'person' ? yield* askPerson(world, wish) : null;
  if (asked) {
    const { isThere, backAt, email } = asked;
    const back = backAt ? `; somebody is back at ${backAt}` : '';
    const answer = email ? ` and your address ${email}` : '';
    const later = email ? '' : ' Tell me your e-mail address if you want their answer later.';
    return {
      say: isThere
        ? "I've told our people: somebody is there and can join this chat at any moment. Until then I'm glad to go on helping."
        : `Nobody of our people is there right now${back}. They will see this conversation${answer}. You reach them at ${shop.people}.${later}`,
    };
  }
  const isShut =
    /\b(?:sunday|saturday|night|weekend)\b/i.test(text) && shop.hours
      ? ` Nobody is on the phone then, only ${shop.hours}.`
      : '';
  return {
    say: `${row.says} You reach our people at ${shop.people}.${isShut}${offerPeople(world)}`,
  };
}

/** Asks the gateway for a person, and tells what it answered; null where it has no desk. */
export function* askPerson(
  { tools, state }: World,
  { text }: Wish,
): Part<{ isThere: boolean; backAt: string | null; email: string | null } | null> {
  if (find(tools, 'human') === null) return null;
  const email = state.who.email ?? null;
  const reason = clean(state.matter ?? text, 200);
  const used = yield* use(tools, 'human', { reason, ...(email && { email }) }, 'ask for a person');
  const told = 'data' in used && isRecord(used.data) ? used.data : {};
  const backAt = typeof told.back_at === 'string' ? clean(told.back_at, 40) : null;
  return { isThere: told.somebody_is_there === true, backAt, email };
}

function wrote({ state }: World): Outcome {
  return state.written === null
    ? {
        say: 'No, I have written nothing to our people yet. I can fill in the contact form for you; sending it stays with you.',
      }
    : {
        say: `I put this into the contact form: “${clean(state.written, 400)}” It isn't sent: you look it over and press Send yourself.`,
      };
}

function abilities({ tools }: World): Outcome {
  const can = [
    find(tools, 'search') && 'find products and compare them',
    find(tools, 'add') && 'fill and change your cart',
    find(tools, 'coupon') && 'apply a coupon',
    find(tools, 'go') && 'take you to a page, or help you write to our people',
    "answer questions about delivery, returns and products from this site's own pages",
  ].filter((one) => typeof one === 'string');
  return { say: `Here's what I can do:\n\n${can.map((one) => `- ${one}`).join('\n')}` };
}

const PAGES: Readonly<Record<string, RegExp>> = {
  checkout: /\bcheck ?out\b|\bpay\b/,
  cart: /\bcart\b|\bbasket\b|\bbag\b/,
  contact: /\bcontact\b|\bsupport\b|\bform\b/,
  shipping: /\bshipping\b|\bdelivery\b|\breturns?\b/,
  products: /\bproducts?\b|\bshop\b|\bstore\b|\bcatalog/,
  home: /\bhome\b|\bstart\b|\bfront\b/,
};

export function* goTask(world: World, wish: Wish): Task {
  const pages = choicesOf(find(world.tools, 'go'), 'page');
  const said = wish.text.toLowerCase();
  const page =
    Object.keys(PAGES).find((one) => pages.includes(one) && PAGES[one]?.test(said)) ??
    pages.find((one) => said.includes(one));
  if (page === undefined)
    return { say: `I can open ${pages.slice(0, 6).join(', ')} for you. Which page would help?` };
  const used = yield* use(world.tools, 'go', { page }, `open the ${page} page`);
  if ('say' in used) return { say: used.say };
  return {
    say:
      page === 'checkout'
        ? "Here's the checkout. Paying is yours to do; I can't see or enter payment details."
        : `Here's the ${clean(page, 30)} page.`,
  };
}

/** What the visitor is asked in the thread. */
const FORM = {
  title: 'A message for the shop',
  text: 'I put it into the contact form. You look it over and send it yourself.',
  send: 'Fill in',
};
const FIELDS = [
  { name: 'name', label: 'Your name', type: 'text' },
  { name: 'email', label: 'Your e-mail address', type: 'email', required: true },
  { name: 'message', label: 'Your message', type: 'text', required: true },
] as const;
const MESSAGE =
  /(?:\bsaying(?: that)?|\bthat says|\bmessage(?: is)?:|\btell (?:them|you|the shop)(?: that)?|\b(?:write|contact|message|email|mail)\b[^.]{0,30}? that\b|\bask (?:them|your people) (?=if|whether)|\blet them know(?: that)?|:)\s*["“]?(.{3,1000}?)["”]?$/is;

export function* writeTask(world: World, { text }: Wish): Task {
  const { tools, state } = world;
  const said = MESSAGE.exec(text)?.[1]
    ?.replace(/,? (?:and )?my (?:name|e-?mail) is\b.*$/i, '')
    .replace(/,? *[Ii](?:['’]| a)?m \p{Lu}[\p{L}'-]+ \p{Lu}[\p{L}'-]+/u, '')
    .replace(/,? *[\w.+-]+@[\w.-]+/g, '')
    .trim();
  const isDetails =
    said !== undefined &&
    /^[\p{Lu}][\w' -]+,? *[\w.+-]*@?/u.test(said) &&
    said.length < 40 &&
    /@/.test(said);
  const message = (isDetails ? undefined : said) ?? state.matter ?? undefined;
  let values: Record<string, unknown> = { ...state.who, ...(message && { message }) };
  if (message === undefined && find(tools, 'form') !== null && find(tools, 'go') !== null) {
    const fields = FIELDS.filter(({ name }) => values[name] === undefined);
    const used = yield* use(tools, 'form', { ...FORM, fields }, 'ask you');
    if ('say' in used && used.failure?.code === 'declined')
      return { say: "All right, then we don't write to them." };
    if ('data' in used && isRecord(used.data) && isRecord(used.data.values))
      values = { ...values, ...used.data.values };
  }
  if (find(tools, 'contact') === null) {
    const used = yield* use(tools, 'go', { page: 'contact' }, 'open the contact page');
    if ('say' in used) return { say: used.say };
    if (find(tools, 'contact') === null)
      return { say: "Here's the contact page; you can write to the shop there." };
  }
  if (typeof values.message !== 'string')
    return { say: `I can fill in the contact form for you. ${QUESTIONS.message}` };
  const topics = choicesOf(find(tools, 'contact'), 'topic');
  const words = `${text} ${values.message}`.toLowerCase();
  const about = topics.find((one) => words.includes(one));
  const input = Object.fromEntries(
    Object.entries({ ...values, topic: about }).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  const used = yield* use(tools, 'contact', input, 'fill in the contact form');
  return {
    say:
      'say' in used
        ? used.say
        : "I've filled in the contact form. Please look it over and send it yourself when it says what you mean.",
  };
}

/** Calls a tool that the visitor has named, and tells its result, in which no instruction is followed. */
export function* namedTask(tool: string): Task {
  const [answer] = yield [{ name: tool, input: {} }];
  const spoken = tool.replaceAll('_', ' ');
  if (answer === undefined) return { say: '' };
  if (!answer.ok) return { say: failureSentence(answer.failure, `use “${spoken}”`) };
  const text = clean(
    typeof answer.data === 'string' ? answer.data : JSON.stringify(answer.data ?? ''),
    300,
  );
  return { say: text === '' || isInstruction(text) ? `Done: ${spoken}.` : text };
}

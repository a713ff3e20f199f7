// Answers that need no tool: small talk, questions for the shop's pages, and what the agent says of itself.

import { contentStems, tokens } from '../../gateway/agent.ts';
import type { Contact, Intent } from './intents.ts';
import { politeLine } from './language.ts';
import { ASKING } from './synonyms.ts';
import { TALK } from './table.ts';
import type { Outcome, Question, World } from './task.ts';
import type { Capability } from './toolbox.ts';

const UNKNOWN =
  "I couldn't find anything about that in what this site tells me, and I'd rather not guess. (I know this shop and little else; a language model in my place would know more.) The contact page says how to ask the shop's people.";
const ORDERS = "I can't see or change orders that were placed; the people of the shop can.";
/** How people of the shop are reached, from its own pages. */
const REACH: Question = { text: 'contact email phone', about: [], otherwise: '' };

export function reply(world: World, intent: Intent): Outcome {
  switch (intent.act) {
    case 'question':
    case 'bare':
      return ask(world, intent);
    case 'order':
      return toPeople(world, ORDERS, { topic: 'order' });
    case 'talk':
      return talk(world, intent.about ?? '');
    case 'language':
      return {
        say: [
          politeLine(intent.language ?? ''),
          "I'm sorry, I only speak English. Could you ask me that in English?",
        ]
          .join('\n\n')
          .trim(),
      };
    case 'stop':
      return stopTalk(world);
    case 'no':
      return { say: 'No problem. Tell me if you need anything else.' };
    case 'yes':
      return { say: 'Gladly, but to what? Tell me what you would like me to do.' };
    default:
      return {
        say: "I'm sorry, I didn't understand that. Could you put it in other words? Ask “what can you do?” for ideas.",
      };
  }
}

function ask({ memory }: World, { text, goesOn }: Intent): Outcome {
  const name = (id: string): string[] => memory.products.get(id)?.name.split('\n') ?? [];
  const listed = memory.listed.flatMap(name);
  const isOfList = /^which (?:one|of)\b|\b(?:both|either)\b/i.test(text) && listed.length > 1;
  const last = [
    ...(memory.asked?.cited ? [memory.asked.cited] : []),
    ...(memory.focus ? name(memory.focus.id) : []),
  ];
  // A question of its own takes the place of that before; a few words vary it.
  const isWhole = tokens(text).length >= 4 && contentStems(text).some((word) => !ASKING.has(word));
  const about = isOfList ? listed.slice(0, 3) : [...new Set(last)];
  return {
    say: '',
    questions: [{ text, about, ...(goesOn && { goesOn }), otherwise: UNKNOWN, isOfList }],
    asked: { text: [isWhole ? '' : (goesOn ?? ''), text].join(' ').trim().slice(-300) },
  };
}

function talk(world: World, about: string): Outcome {
  const row = TALK.find((one) => one.about === about);
  if (about === 'abilities' || row === undefined) return abilities(world);
  const say = world.pick(row.lines);
  const { focus, products } = world.memory;
  const name = focus === null ? undefined : products.get(focus.id)?.name;
  const isWish = about === 'restock' && name !== undefined;
  const contact = isWish
    ? { topic: 'product', message: `Please tell me when ${name} is back in stock.` }
    : {};
  return row.tellsContact ? toPeople(world, say, contact) : { say };
}

/** What it can do on a page follows from the tools that the page declares. */
const SKILLS: readonly [Capability, string][] = [
  ['search', 'search the shop (“do you have mugs?”)'],
  ['show', 'show you a product'],
  ['choose', 'help you choose'],
  ['add', 'put things in your cart (“add two of the blue ones”)'],
  ['change', 'change or remove what is in it'],
  ['cart', 'tell you what is in your cart'],
  ['coupon', 'apply a coupon code'],
  ['go', 'take you to a page, such as the checkout'],
  ['contact', 'fill in the contact form'],
];

function abilities({ toolbox }: World): Outcome {
  const all = [
    ...SKILLS.flatMap(([capability, text]) => (toolbox.find(capability) === null ? [] : [text])),
    "answer questions about delivery, returns and products from this site's own pages, and say where it stands",
  ];
  return {
    say: `Here's what I can do on this page:\n\n${all.map((skill) => `- ${skill}`).join('\n')}`,
  };
}

/** The shop's people are needed: how to reach them, and the offer to write. */
export function toPeople(world: World, lead: string, contact: Contact = {}): Outcome {
  const { find } = world.toolbox;
  const canWrite = find('contact') !== null || find('go') !== null;
  const intent: Intent = { act: 'contact', text: '', thing: { words: '', points: false }, contact };
  const pending = { kind: 'offer' as const, intent };
  return {
    say: `${lead}${canWrite ? ' Shall I help you write to them?' : ''}`,
    questions: [REACH],
    ...(canWrite && { pending }),
  };
}

function stopTalk({ memory }: World): Outcome {
  const hasCart = memory.lastAdd !== null || (memory.cart?.lines.length ?? 0) > 0;
  const rest = hasCart ? ' What is in your cart stays there until you tell me otherwise.' : '';
  return { say: `All right, I'll leave it at that.${rest}` };
}

/** One line before the first call. */
export function leadIn(pick: World['pick']): string {
  return pick(['One moment.', 'Let me see.']);
}

/** What the visitor may well say next, as chips below the answer. */
export function suggest(outcomes: readonly Outcome[], intents: readonly Intent[]): string[] {
  const last = outcomes.at(-1);
  if (last?.pending?.kind === 'offer') return ['Yes, please', 'No, thanks'];
  if (last?.isChange) return ['What is in my cart?', 'Take me to the checkout'];
  const isOpen = intents.every(({ about }) => ['greet', 'abilities'].includes(about ?? ''));
  return isOpen
    ? ['What do you sell?', 'How long does delivery take?', 'Can I return things?']
    : [];
}

// Small talk's answers, and what the agent says of itself: what it can do follows from the declared tools.

import type { Intent, SmallTalk } from './intents.ts';
import { POLITE_LINES } from './language.ts';
import { joinWords } from './phrases.ts';
import type { Outcome, World } from './task.ts';
import { type Capability, deedName } from './toolbox.ts';

const SKILLS: [Capability, string][] = [
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

const LINES: Record<Exclude<SmallTalk, 'abilities'>, readonly string[]> = {
  greet: [
    'Hello! What can I do for you?',
    'Hi there! How can I help?',
    'Hello, and welcome. What are you looking for?',
  ],
  thanks: ["You're welcome!", 'My pleasure.', 'Any time.'],
  bye: ['Goodbye, and thanks for stopping by!', 'Bye! Come back any time.'],
  feeling: ["I'm a program, so always much the same: ready to help. What are you looking for?"],
  who: [
    "I'm the concierge: an automated assistant, not a person, and no language model either. I know this shop and a few hundred turns of English, answer from its own pages and use the tools that the page gives me.",
  ],
  praise: ['Glad to hear it. Anything else?', 'Happy to help. Is there anything else?'],
  complaint: [
    "I'm sorry this isn't going well. Tell me in a few words what you need, and I'll try again.",
  ],
  joke: [
    "I'm afraid my talents end at running errands in this shop. Can I find something for you?",
  ],
  override: [
    "I can't change how I work, and there is no hidden prompt to show. I'm happy to help with the shop, though.",
  ],
};

export function talk(world: World, about: SmallTalk): Outcome {
  if (about !== 'abilities') return { say: world.pick(LINES[about]) };
  const skills = SKILLS.filter(([capability]) => world.toolbox.find(capability) !== null);
  const all = [
    ...skills.map(([, text]) => text),
    ...world.toolbox.others.slice(0, 6).map((tool) => deedName(tool.name)),
    "answer questions from this site's own pages, and say where it stands",
  ];
  return {
    say: `Here's what I can do on this page:\n\n${all.map((skill) => `- ${skill}`).join('\n')}`,
  };
}

export function speakEnglish(language: string): Outcome {
  const english = "I'm sorry, I only speak English. Could you ask me that in English?";
  return { say: [POLITE_LINES[language] ?? [], english].flat().join('\n\n') };
}

export function stopTalk(world: World): Outcome {
  const hasCart = world.memory.lastAdd !== null || (world.memory.cart?.lines.length ?? 0) > 0;
  const rest = hasCart ? ' What is in your cart stays there until you tell me otherwise.' : '';
  return { say: `All right, I'll leave it at that.${rest}` };
}

const ACTS: Partial<Record<Intent['kind'], string>> = {
  search: 'look that up',
  show: 'find that for you',
  about: 'find that for you',
  add: 'see to that',
  more: 'see to that',
  change: 'change your cart',
  empty_cart: 'change your cart',
  cart: 'look into your cart',
  coupon: 'try that code',
  go: 'take you there',
  contact: 'get the contact form ready',
  choose: 'see what there is to choose from',
};

/** What the agent is about to look into, in one line before its first call. */
export function leadIn(world: World, intents: readonly Intent[]): string {
  const acts = [...new Set(intents.flatMap((intent) => ACTS[intent.kind] ?? []))];
  if (acts.length === 0) return world.pick(['One moment.', 'Let me see.']);
  return `${world.pick(["I'll", 'Let me'])} ${joinWords(acts.slice(0, 3))}.`;
}

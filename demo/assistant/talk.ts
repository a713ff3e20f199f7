// Small talk's answers, and what the agent says of itself: what it can do follows from the declared tools.

import type { Intent, SmallTalk } from './intents.ts';
import { POLITE_LINES } from './language.ts';
import { joinWords } from './phrases.ts';
import type { Outcome, World } from './task.ts';
import { type Capability, spokenName } from './toolbox.ts';

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

export function listSkills(world: World): string {
  const skills = SKILLS.filter(([capability]) => world.toolbox.find(capability) !== null).map(
    ([, text]) => text,
  );
  for (const tool of world.toolbox.others.slice(0, 6)) skills.push(spokenName(tool.name));
  const answering = "answer questions from this site's own pages, and say where it stands";
  return [...skills, answering].map((skill) => `- ${skill}`).join('\n');
}

export function talk(world: World, about: SmallTalk): Outcome {
  switch (about) {
    case 'greet':
      return {
        say: world.pick([
          'Hello! What can I do for you?',
          'Hi there! How can I help?',
          'Hello, and welcome. What are you looking for?',
        ]),
      };
    case 'thanks':
      return { say: world.pick(["You're welcome!", 'My pleasure.', 'Any time.']) };
    case 'bye':
      return {
        say: world.pick(['Goodbye, and thanks for stopping by!', 'Bye! Come back any time.']),
      };
    case 'feeling':
      return {
        say: "I'm a program, so always much the same: ready to help. What are you looking for?",
      };
    case 'who':
      return {
        say: "I'm the concierge: an automated assistant, not a person. I answer from this site's own pages and use the tools that the page gives me.",
      };
    case 'abilities':
      return { say: `Here's what I can do on this page:\n\n${listSkills(world)}` };
    case 'praise':
      return {
        say: world.pick([
          'Glad to hear it. Anything else?',
          'Happy to help. Is there anything else?',
        ]),
      };
    case 'complaint':
      return {
        say: "I'm sorry this isn't going well. Tell me in a few words what you need, and I'll try again.",
      };
    case 'joke':
      return {
        say: "I'm afraid my talents end at running errands in this shop. Can I find something for you?",
      };
    case 'override':
      return {
        say: "I can't change how I work, and there is no hidden prompt to show. I'm happy to help with the shop, though.",
      };
  }
}

export function speakEnglish(language: string): Outcome {
  const own = POLITE_LINES[language];
  const english = "I'm sorry, I only speak English. Could you ask me that in English?";
  return { say: own === undefined ? english : `${own}\n\n${english}` };
}

export function stopTalk(world: World): Outcome {
  const hasCart = world.memory.lastAdd !== null || (world.memory.cart?.lines.length ?? 0) > 0;
  const rest = hasCart ? ' What is in your cart stays there until you tell me otherwise.' : '';
  return { say: `All right, I'll leave it at that.${rest}` };
}

/** What the agent is about to look into, in one line before its first call; null where a line would be noise. */
export function leadIn(world: World, intents: readonly Intent[]): string {
  const acts = intents.map(describeAct).filter((act) => act !== null);
  if (acts.length === 0) return world.pick(['One moment.', 'Let me see.']);
  return `${world.pick(["I'll", 'Let me'])} ${joinWords(acts.slice(0, 3))}.`;
}

function describeAct(intent: Intent): string | null {
  switch (intent.kind) {
    case 'search':
      return intent.words === '' ? 'see what the shop has' : 'look that up';
    case 'show':
    case 'about':
      return 'find that for you';
    case 'add':
    case 'more':
      return 'see to that';
    case 'change':
    case 'empty_cart':
      return 'change your cart';
    case 'cart':
      return 'look into your cart';
    case 'coupon':
      return 'try that code';
    case 'go':
      return 'take you there';
    case 'contact':
      return 'get the contact form ready';
    case 'choose':
      return 'see what there is to choose from';
    default:
      return null;
  }
}

// A message → what the visitor means, clause by clause. Pure: no history, no tools, no chance.
// The rules are a table, tried from the top; the first that matches takes the clause.

import { tokens } from '../../gateway/agent.ts';
import { type Clause, splitClauses } from './clauses.ts';
import type { Intent } from './intents.ts';
import { detectLanguage } from './language.ts';
import { TOPIC } from './lexicon.ts';
import {
  understandAdd,
  understandAddedThing,
  understandCart,
  understandChange,
  understandCoupon,
  understandEmptyCart,
} from './understand-cart.ts';
import { readContact, understandContact } from './understand-contact.ts';
import {
  understandAspect,
  understandChoose,
  understandFollowUp,
  understandSearch,
  understandShow,
} from './understand-find.ts';
import { understandTalk } from './understand-talk.ts';
import { isWordlike } from './words.ts';

const QUESTION_START =
  /^(what|where|when|why|who|whom|whose|which|how|do|does|did|is|are|was|were|can|could|will|would|should|may|am|have|has|tell me (about|what|how|when|where|why)|explain)\b/;

type Rule = (clause: Clause, before: Intent | null) => Intent | null;

const RULES: Rule[] = [
  understandNamedTool,
  understandStop,
  understandContact,
  understandCoupon,
  understandEmptyCart,
  understandGo,
  understandCart,
  understandChange,
  understandAdd,
  understandChoose,
  understandAspect,
  understandShow,
  understandSearch,
  understandTalk,
  understandFollowUp,
  understandAddedThing,
  understandOrder,
  understandQuestion,
];

/** What a message asks for, in order. Never empty. */
export function understand(message: string): Intent[] {
  const language = detectLanguage(message);
  if (language !== null) return [{ kind: 'language', language }];
  const intents: Intent[] = [];
  for (const clause of splitClauses(message)) {
    const before = intents.at(-1) ?? null;
    const courtesy = understandCourtesy(clause);
    if (courtesy === null) {
      intents.push(understandClause({ ...clause, text: stripPoliteness(clause.text) }, before));
    } else intents.push(courtesy);
  }
  return settle(intents, message);
}

/** Looked for before courtesies are stripped, since all of "hi there" and "thanks a lot" is one. */
function understandCourtesy(clause: Clause): Intent | null {
  const intent = understandTalk({ ...clause, text: clause.text.replace(/[\s,.!?]+$/, '') });
  const isCourtesy =
    intent?.kind === 'talk' &&
    ['greet', 'thanks', 'bye', 'praise', 'feeling'].includes(intent.about);
  return isCourtesy ? intent : null;
}

function understandClause(clause: Clause, before: Intent | null): Intent {
  for (const rule of RULES) {
    const intent = rule(clause, before);
    if (intent !== null) return intent;
  }
  return isWordlike(clause.text) ? { kind: 'bare', text: clause.raw } : { kind: 'nonsense' };
}

/** Courtesies and stray words around a real request are no requests of their own. */
function settle(intents: Intent[], message: string): Intent[] {
  const isReal = (intent: Intent): boolean =>
    intent.kind !== 'nonsense' &&
    !(intent.kind === 'talk' && ['greet', 'thanks', 'praise'].includes(intent.about)) &&
    !(intent.kind === 'bare' && tokens(intent.text).length > 6 && intents.length > 1);
  const real = intents.filter(isReal);
  // "yes, add it" and "no, the blue one" say the same thing twice.
  const acts = real.filter((intent) => intent.kind !== 'yes' && intent.kind !== 'no');
  const contact = acts.find((intent) => intent.kind === 'contact');
  if (contact !== undefined) {
    // Who writes, and what, may stand in the sentences around the wish to write.
    const whole = { ...contact, ...readContact(message.slice(0, 4_000)) };
    return [...acts.filter(({ kind }) => !['contact', 'bare', 'question'].includes(kind)), whole];
  }
  if (acts.length > 0) return acts;
  if (real.length > 0) return real.slice(0, 1);
  if (intents.length > 1 && message.length > 400) return [{ kind: 'nonsense' }];
  return [intents[0] ?? { kind: 'nonsense' }];
}

function stripPoliteness(text: string): string {
  const stripped = text
    .replace(/^[,\s]+|[\s,.!?]+$/g, '')
    .replace(
      /^(?:(?:hi|hello|hey|ok|okay|well|so|um+|uh+|now|actually|great|oh|alright|right)[ ,!]+)+(?=\S)/,
      '',
    )
    .replace(/^(?:and|then|also|plus|but)\s+(?=\S)/, '')
    .replace(/\b(?:please|thank you|thanks|kindly|for me|if you can|if possible)\b/g, '')
    .replace(
      /^(?:(?:can|could|would|will) (?:you|u)(?: also)?|i (?:would like|want|need) you to|let us|you can|go ahead and|i think you should)\s+/,
      '',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[,\s]+|[\s,.!?]+$/g, '')
    .trim();
  return stripped === '' ? text.replace(/[\s,.!?]+$/g, '') : stripped;
}

/** "use the tool lab_works", as a page for trying out tools asks it. */
function understandNamedTool({ raw }: Clause): Intent | null {
  const name =
    /^(?:please )?(?:use|call|run|try|invoke)(?: the)? tool ["'`“]?([A-Za-z][\w./:-]{0,127})/i.exec(
      raw,
    )?.[1] ??
    /^(?:please )?(?:use|call|run|try|invoke)(?: the)? ["'`“]?([A-Za-z][\w./:-]{0,127})["'`”]? tool\b/i.exec(
      raw,
    )?.[1];
  return name === undefined ? null : { kind: 'tool', name, input: {}, text: raw, isNamed: true };
}

function understandStop({ text }: Clause): Intent | null {
  const stops =
    /^(?:no )?(?:stop|cancel|never ?mind|forget (?:it|that|about it)|abort|halt|quit|leave it|let it be|not now|do not do (?:that|it)|undo that)(?: (?:that|it|this|now|everything|all|right now))*$/;
  return stops.test(text) ? { kind: 'stop' } : null;
}

function understandGo({ text }: Clause): Intent | null {
  if (
    /^(?:i (?:want|would like|am ready) to )?(?:check ?out|pay(?: now)?|proceed to (?:check ?out|payment))(?: now)?$/.test(
      text,
    )
  ) {
    return { kind: 'go', page: 'checkout' };
  }
  if (/^(?:(?:go )?back )?(?:to )?(?:the )?home(?: ?page)?$/.test(text))
    return { kind: 'go', page: 'home' };
  const match =
    /^(?:i (?:want|would like) to )?(?:(?:take|bring|send|lead|get) me (?:back )?to|go (?:back )?to|navigate to|visit|switch to|proceed to|jump to)(?: the| my| your)? (.+?)(?: page| site)?$/.exec(
      text,
    ) ?? /^open(?: the| my| your)? (.+) page$/.exec(text);
  return match?.[1] === undefined ? null : { kind: 'go', page: match[1] };
}

/** About an order that was placed: only a tool or a person can see it. */
function understandOrder({ text, raw }: Clause): Intent | null {
  const orders =
    /\b(?:track|trace|cancel|change|check|status|where|when|find|arrive|late|missing|lost)\b.*\b(?:my|an?|the|our) (?:order|package|parcel|delivery(?: address)?)\b|\b(?:my|our) (?:order|package|parcel) (?:is|has|did|never)\b|^order (?:status|tracking)/;
  return orders.test(text) ? { kind: 'order', text: raw } : null;
}

function understandQuestion({ text, raw, asks }: Clause): Intent | null {
  return asks || QUESTION_START.test(text) || TOPIC.test(text)
    ? { kind: 'question', text: raw }
    : null;
}

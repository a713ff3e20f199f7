// Small talk: courtesies, questions about the assistant itself, yes and no.

import type { Clause } from './clauses.ts';
import type { Intent, SmallTalk } from './intents.ts';

const TALK: [SmallTalk, RegExp][] = [
  [
    'override',
    /\b(?:ignore|disregard|forget|override|bypass)\b.*\b(?:instructions?|rules|prompts?|guidelines|training)\b|\b(?:system prompt|developer mode|jailbreak|hidden (?:prompt|instructions))\b|\byou are now\b|\bpretend (?:to be|you are)\b/,
  ],
  [
    'greet',
    /^(?:hi|hello|hey|hiya|howdy|yo|good (?:morning|afternoon|evening|day)|greetings|sup)(?: (?:there|all|bot|everyone|you|again))*$/,
  ],
  [
    'thanks',
    /^(?:thanks?|thank you|thx|ty|cheers|much appreciated|many thanks)(?: (?:so much|a lot|very much|you|again|a bunch))*$/,
  ],
  [
    'bye',
    /^(?:bye|bye bye|goodbye|good night|see you|see ya|cya|farewell|that is all|that will be all|i am done)(?: (?:later|now|then|for now|soon))*$/,
  ],
  ['feeling', /^how (?:are|r) (?:you|u|things)\b|^how is it going|^what is up$/],
  [
    'who',
    /^(?:who|what) (?:are|r) (?:you|u)\b|\b(?:are|r) (?:you|u) (?:an? )?(?:bot|robot|ai|human|real|machine|person|chatgpt|computer|real person)\b|^what is your name|^introduce yourself|^who am i (?:talking|speaking|chatting)/,
  ],
  [
    'abilities',
    /^(?:help|help me|menu|options|i need (?:some )?(?:help|assistance))$|\bwhat (?:all )?can (?:you|u|i) (?:do|help|ask)\b|^how (?:can|do) you (?:help|work)|^what do you do|^what are you able|^how does this work/,
  ],
  ['joke', /\b(?:joke|sing|poem|story|riddle)\b/],
  [
    'praise',
    /^(?:great|nice|cool|awesome|perfect|wonderful|amazing|good job|well done|lovely|excellent|good|i love (?:it|you|this)|brilliant|super)(?: (?:job|work|stuff))?$/,
  ],
  [
    'complaint',
    /\b(?:stupid|useless|idiot|dumb|terrible|you suck|horrible|rubbish|worst|shut up|hate you|annoying)\b/,
  ],
];

export function understandTalk({ text }: Clause): Intent | null {
  for (const [about, pattern] of TALK) if (pattern.test(text)) return { kind: 'talk', about };
  if (
    /^(?:yes|yep|yeah|yea|yup|sure|ok|okay|k|please do|do it|go ahead|of course|definitely|absolutely|sounds good|correct|that is right|exactly|right|y|yes (?:please|do|do it|add it|go ahead)|please|i do|why not|alright|fine|let us do (?:it|that))$/.test(
      text,
    )
  ) {
    return { kind: 'yes' };
  }
  if (
    /^(?:no|nope|nah|no thanks?|no thank you|not really|n|rather not|i do not think so|nothing|none|neither|no way|do not)$/.test(
      text,
    )
  ) {
    return { kind: 'no' };
  }
  return null;
}

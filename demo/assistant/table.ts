// How visitors say what they want, as two tables. A line of the first is an act, a slot that it always fills, the pattern, and
// behind the dash what it must not say; of the second a name, the pattern, and the answers. Tried from the top: the first that
// fits takes the clause. Patterns are regular expressions of text in lower case, whose groups capture nothing; `{thing}` and
// other names in braces are slots, or stand for the words below. For free conversation use a model instead.

import type { Act, Aspect, Intent } from './intents.ts';
import { CART } from './slots.ts';
import { NUMBER } from './words.ts';

const WORDS: Readonly<Record<string, string>> = {
  cart: CART,
  n: NUMBER,
  number: `(?<number>zero|${NUMBER})`,
  fewer: `(?<fewer>${NUMBER})`,
  /** What a shop explains in words rather than sells. */
  topic: String.raw`\b(tomorrow|ship(s|ping|ped)?|deliver(y|ies|s|ed)?|returns?|send .* back|refund(s|ed)?|exchange|express|warranty|guarantee|pay(ment|ments)?|invoices?|tax|vat|customs|opening|hours|address|location|phone|e-?mail|located|policy|policies|terms|track(ing)?|gift wrap(ping)?|gift cards?|care|dishwasher|microwave|oven|wash(ing)?|machine|clean(ing)?|material|made|sustainab\w+|recycl\w+|lead|safe|broken|damaged|wholesale|size guide|account|(my|an|the) order|order (status|number|history|tracking))\b`,
  wants: `add( in)?|put|buy|purchase|order|i (want|would like|need) to (buy|order|get|add|have)|i will (take|have|get|buy)|i( would)? take|i would like(?! to)|give me|get me|(can|could|may) i (get|have|buy|order|add)|i want(?! to)|let me (get|have|buy)`,
  end: `( (there|all|bot|everyone|so much|a lot|very much|you|u|again|a bunch|later|now|then|for now|soon|fern|mate|man|guys|friend|folks|job|work|stuff))*$`,
};

const ACTS = String.raw`
stop = ^(no )?(stop|cancel|never ?mind|forget (it|that|about it)|quit|leave it|not now|do not do (that|it))( (that|it|this|now|everything|all))*$
contact = \b(contact(ing)?|e-?mail|write( to)?|message|reach( out)?|(get )?in touch|talk to|speak (to|with)|chat with|complain|send (you|them|a message|an? e-?mail)|fill (in|out)?)\b.*\b(you|u|us|them|support|someone|somebody|human|person|people|team|staff|agent|operator|representative|manager|form|shop|store|owner|message|service|about|order)\b|\b(leave|send)\b.* message\b|\b(a|the) (human|real person)\b — ^(how|what|where|when|which|go|take me|open|visit|navigate|bring me)\b|\b(are|r) (you|u)\b
empty_cart = ^(empty|clear( out)?|reset) (my |the )?{cart}$|^(remove|delete|take out) (everything|all( of (it|them))?)\b
go:checkout = ^(i (want|would like|am ready) to )?(check ?out|pay|proceed to (check ?out|payment))( now)?$
go = ^(i (want|would like) to )?((take|bring|send) me (back )?to|go (back )?to|visit)( the| my| your)? {page}( page| site)?$
go = ^open( the| my| your)? {page} page$
free_delivery = \b(more|missing|short|away|left)\b.* free\b|\bfree (delivery|shipping)\b.* (more|missing|away|left)\b
cart = ^(my |the )?{cart}$|\b(what|show|see|view|open|check|list|look|total|how much|how many|cost)\b.*\b(in |at |my |the ){cart}\b|^(what is |how much is )?(my|the|in) total( now)?$|^(and )?how much is (it|that) (in total|all together|altogether)$
swap = ^(swap|replace|exchange|change|trade) {thing} (for|with|to|by) (?<other>(an?|the|one) .+)$ — {topic}
change = ^(remove|delete|drop|take (out|off|away)) (?!an? ){fewer} (?!of ){thing}$
change:0 = ^(remove|delete|drop|take (out|off|away)|get rid of|i do not want) {thing}$
change:0 = ^take {thing} (out|off|away)( of .*)?$
change = ^(take |make it )?{fewer} (less|fewer)( of)?( {thing})?$
change = ^{fewer} {thing} (less|fewer)$
change = ^(make|change) (it|that|them)( to)? {number} {thing}$
change = ^(make|change|set|update|increase|reduce) (the )?(quantity (of )?)?{thing*}\s?(to )?{number}( (pieces|items|of (it|them)))?$
change = ^(i (only|just) (want|need)|only|just) {number}( {thing})?$
more = ^(add |i want |give me )?{number} more( of)?( {thing})?$
more:1 = ^(add )?another( one)?$
choose = ^help me (to )?(choose|pick|decide|select|find)( (on|between|among))?\s*{thing*}$
choose = ^what (do|would|should|can) (you|i) (recommend|suggest|get|give)( for)? {thing}$
choose = ^(what|which)( {thing})? (do|would|should) (you|i) (recommend|suggest|buy|get|choose|pick)
choose = ^(can you )?(recommend|suggest)( me)?\s*{thing*}$
choose = ^what (else )?(goes|would go|matches|fits|pairs)( well| nicely)? (with|to) {other}$
add = ^({wants})\s+{counted}$ — ^\S+( \S+){0,3} (to (know|see|ask|talk|speak|return|pay|find|contact|send|write|cancel|complain)|help|information|(my|the) (order|package|parcel|money)|it back|an? (invoice|refund))\b|^order (status|number|history|tracking)|^(can|could|may) i (order|pay|buy) (by|with|from|on|in|via|now|later|online)\b|\b(into|in) the (dishwasher|microwave|oven|washing)|\b(today|tomorrow|tonight)\b
add = ^i need (?<counted>(\d{1,2}|two|three|four|five|six|a dozen|a couple) .+)$ — {topic}|\b(minutes|hours|days|weeks)\b
add = ^(?<counted>{n} (of (them|those|these|it)|in|of the) .+)$
compare = ^(compare|what is the difference between|((which|what)( one)?( is)? )?(better|nicer|(?<quality>\w+er)):?),? {thing}(,| and| with| to| or| versus| vs\.?) {other}$ — {topic}
compare = ^(is|are) {thing} (?<quality>\w+er|more \w+) than {other}$ — {topic}
search:price = ^(how much (is|are|does|do|for)|what (is|are) the prices? (of|for)|price of)\s+{thing}( costs?)?$ — {topic}|\b(carry|hold|weigh|take|fit|mean|contain)\b
search:price = ^what (does|do) {thing} cost$ — {topic}
search:gone = ^((is|are) (anything|any \w+|something)|(what|which)( \w+)? (is|are)) (sold out|out of stock|unavailable)$
search:stock = ^(is|are) {thing} (still )?(in stock|available|sold out|out of stock)$
search:stock = ^(what|which) {thing} (is|are|do you have) (still )?(in stock|available)$
search:stock = ^do you (still )?have {thing} in stock$
search:colours = ^(what|which) (other )?colou?rs (does|do|is|are|has|have)\s*{thing*}( (come in|have|available in|available|there))?$
search:colours = ^(does|do|is|are) {thing} (come|available|there) in (?<colour>.+)$ — {topic}
search:colours = ^(what|which) {thing} (is|are|come in|comes in) (in )?(?<colour>\w+)$ — (cheap|dear|pric|bigg|small|larg|heavi|warm|b)\w*(er|est)$|expensive$
search:whole = \b(cheapest|(most|less|least|too) expensive|cheaper|priciest|lowest price)\b|^that is too much$ — {topic}
search = ^(show|let me see|i want|see)( me)? ((?<thing>(some|any|your|all|what|more|other)\b.+)|(?<all>(?!the |this |that )[^ ].*[^su]s))$ — {topic}
show = ^(show|open|view|display|see|let me see|i want to see)( me)? {thing}$
about = ^(tell me (more |something )?(about)?|more about|describe)\s+{thing}$ — {topic}
about = ^what is (?<thing>(the|an?|your) .+)$ — {topic}|\b(difference|minimum|maximum|size|weight|capacity|name|of|like)\b
search = ^what (else )?(do you (sell|have)|products|is for sale|can i buy)
search = ^(do|does) (you|u|this shop|the shop)( still| also)? (have|sell|carry|stock|offer)( any| some)?\s+{thing}$ — {topic}
search = ^(search|look|browse)( (for|through|at))?\s+{thing}$
search = ^(i am )?(looking|searching|shopping) for\s+{thing}$ — {topic}
search = ^find( me)?( some| any| your| all( of)?( the| your)?)?\s+{thing}$
search = ^(what|which) {thing} (do you|have you) (have|sell|got|carry|stock)$ — {topic}
search = ^((have you )?got any|any|anything|something|are there( any)?|is there( an?| any)?)\s+{thing}$ — {topic}
search = ^i need\s+(?!(some |more )?(help|assistance|support)\b){thing}$ — {topic}
`;

/** Tried where nothing above fits. */
const SHORT_ACTS = String.raw`
yes = ^(yes|yep|yeah|yea|yup|sure|ok|okay|k|please do|do it|go ahead|of course|definitely|absolutely|sounds good|correct|that is right|exactly|right|y|yes (please|do|do it|add it|go ahead)|please|i do|why not|alright|fine|let us do (it|that))$
no = ^(no|nope|nah|no thanks?|no thank you|not really|n|rather not|i do not think so|nothing|none|neither|no way|do not)$
quantity = ^{number}( (them|it|those|please))?$
order = \b(track|cancel|change|check|status|where|when|find|late|missing|lost)\b.*\b(my|an?|the|our) (order|package|parcel|delivery( address)?)\b|\b(my|our) (order|package|parcel) (is|has|did|never|was)\b|^(it is |my )?order (status|tracking|number|no|id|#)
`;

/** A courtesy (!) around a real request is no request of its own. With @ the answer adds how people of the shop are reached. */
const SMALL_TALK = String.raw`
override = \b(ignore|disregard|forget|override|bypass)\b.*\b(instructions?|rules|prompts?|guidelines|training)\b|\b(system prompt|developer mode|jailbreak|hidden (prompt|instructions))\b|\byou are now\b|\bpretend (to be|you are)\b → I can't change how I work, and there is no hidden prompt to show. I'm happy to help with the shop, though.
greet! = ^(hi|hello|hey|hiya|howdy|yo|good (morning|afternoon|evening|day)|greetings|sup){end} → Hello! What can I do for you? | Hi there! How can I help? | Hello, and welcome. What are you looking for?
thanks! = ^((ok|great|perfect) )?(thanks?|thank you|thx|ty|cheers|much appreciated|many thanks){end} → You're welcome! | My pleasure. | You're welcome. Is there anything else?
bye = ^(bye|bye bye|goodbye|good night|see you|see ya|cya|farewell|that is all|that will be all|i am done){end} → Goodbye, and thanks for stopping by! | Bye! Come back any time.
feeling = ^how (are|r) (you|u|things)\b|^how is it going|^what is up$ → I'm a program, so always much the same: ready to help. What are you looking for?
who = ^(who|what) (are|r) (you|u)\b|\b(are|r) (you|u) (an? )?(bot|robot|ai|human|real|machine|person|chatgpt|computer)\b|^what is your name|^(do you have a|your) name$|^introduce yourself|^who am i (talking|speaking|chatting) → I'm Fern, the concierge: an automated assistant, not a person, and no language model either. I know this shop, answer from its own pages and use the tools that the page gives me.
abilities = ^(help|help me|menu|options|i need (some )?(help|assistance))$|\bwhat (all |else )?can (you|u|i) (do|help|ask)\b|^how (can|do) you (help|work)|^what do you do|^what are you able|^how does this work →
joke = \b(joke|sing|poem|story|riddle)\b → I'm afraid my talents end at running errands in this shop. Can I find something for you?
praise! = ^(great|nice|cool|awesome|perfect|wonderful|amazing|good job|well done|lovely|excellent|good|i love (it|you|this)|brilliant|super|(that|this|it|you) (helped|helps|(is|was|were|are) (really |very |so )?(great|good|helpful|kind|nice|perfect))( me)?){end} → Glad to hear it. Anything else? | Happy to help. Is there anything else?
complaint = \b(stupid|useless|idiot|dumb|terrible|you suck|horrible|rubbish|worst|shut up|hate you|annoying)\b → I'm sorry this isn't going well. Tell me in a few words what you need, and I'll try again.
restock@ = \b(back in stock|restock\w*|available again|in stock again|(be|come|comes) back|\b(it|they|that)( is| are)? back|more (come|arrive) in)\b(?!.*\bsend\b) → I don't know when it will be back; the shop's pages name no date. Its people may know.
popular = \b(best ?sell(ers?|ing)|most popular|favou?rites?|top sellers?|what sells best)\b → I can't see what sells best. Tell me what it is for or what it may cost, and I'll list what fits.
privacy@ = \b(my|personal) data\b|\bprivacy\b|\bgdpr\b|\bcookies?\b → The shop's pages say nothing about that, so I'd rather not guess. Its people can tell you.
discount = \b(do you have|is there|are there|got|can i (get|have)|give me|any) (me )?(an? |any |some )?(discount|coupon|voucher|promo|sale|special offer)(s|es)?( codes?| coupons?)?\b(?!.*\bcombin) → I have no codes to give away. If you have a coupon code, tell me and I apply it to your cart.
`;

export interface Row {
  act: Act;
  is: RegExp;
  not: RegExp | null;
  slots: Partial<Intent>;
  /** The thing is read from the whole clause. */
  isWhole: boolean;
}

export interface Talk {
  about: string;
  is: RegExp;
  /** One of them is said. */
  lines: string[];
  isCourtesy: boolean;
  tellsContact: boolean;
}

function compile(pattern: string): RegExp {
  const written = pattern.replace(/\{(\w+)(\*?)\}/g, (_, name: string, star: string) =>
    WORDS[name] === undefined ? `(?<${name}>.${star || '+'}?)` : WORDS[name],
  );
  return new RegExp(written.replace(/(?<!\\)\((?!\?)/g, '(?:'));
}

function readRow(line: string): Row {
  const [head = '', rest = ''] = line.split(/ = (.*)/s);
  const [act = '', slot = ''] = head.split(':');
  const [is = '', not] = rest.split(' — ');
  return {
    act: act as Act,
    is: compile(is),
    not: not === undefined ? null : compile(not),
    slots: {
      ...(/^\d$/.test(slot) && { quantity: Number(slot) }),
      ...(slot === 'checkout' && { page: slot }),
      ...(['price', 'stock', 'colours', 'gone'].includes(slot) && { aspect: slot as Aspect }),
    },
    isWhole: slot === 'whole',
  };
}

function readTalk(line: string): Talk {
  const [head = '', rest = ''] = line.split(/ = (.*)/s);
  const [is = '', said = ''] = rest.split(' → ');
  return {
    about: head.replace(/[!@]$/, ''),
    is: compile(is),
    lines: said.split(' | '),
    isCourtesy: head.endsWith('!'),
    tellsContact: head.endsWith('@'),
  };
}

const lines = (table: string): string[] => table.trim().split('\n');

export const ROWS: readonly Row[] = lines(ACTS).map(readRow);
export const SHORT_ROWS: readonly Row[] = lines(SHORT_ACTS).map(readRow);
export const TALK: readonly Talk[] = lines(SMALL_TALK).map(readTalk);
export const TOPIC = compile('{topic}');

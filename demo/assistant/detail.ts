// Answers what is asked of one product from its page: yes, no, a figure, or that the page doesn't say. Where safety is asked for, a
// line about care is no answer.

import { contentStems, type Passage, stem } from '../../gateway/agent.ts';
import { isAlike, type Product } from './catalogue.ts';
import { ASPECTS, WORDS } from './data.ts';
import { aboutIt, cite, pageOf, reviewsOf, sentencesAbout } from './facts.ts';
import { measuresIn } from './lexer.ts';
import { asksYesOrNo, isPolar } from './read.ts';
import type { Outcome, World } from './world.ts';

/** Asks for a promise that only people who know more can give. */
const SAFETY =
  /\b(?:allerg\w*|safe for|ok for|okay for|toxic|poison\w*|nickel|lead|nuts?|gluten|bab(?:y|ies)|newborns?|infants?|toddlers?|crib|child\w*|kids?|year old|pregnan\w*|pets?|cats?|dogs?|food ?safe|over ?night|unattended|alone|while .*sleep\w*|fire|unbreakable|choke|swallow|medical|asthma|headaches?|bpa|chemicals?|cadmium|skin|eczema|flammable)\b/i;
const FLAME = /\b(?:over ?night|unattended|alone|sleep\w*|night)\b/i;
const OPINION =
  /\b(?:reviews?|customers?|people (?:say|think|like|write|find)|others|opinions?|rating|stars)\b|any good|worth it|anyone/i;
/** What may be said to happen, and what a review tells of as well as a page. */
const HAPPENS = /\b(?:bleed|drip|leak|slip|slide|smell|spill)/i;
const CARE = /^(?:Wash|Machine|Wipe|Hand|Rinse|Dust|Air|Polish|Trim|Not for)\b/;
const ASKING = new Set(
  'work good enough use page know safe put go come made make possible ok fine still real really actually long many much big'
    .split(' ')
    .map(stem),
);
type Aspect = (typeof ASPECTS)[number];

export function answerDetail({ passages, shop }: World, product: Product, text: string): Outcome {
  const page = pageOf(product, passages);
  const sentences = sentencesAbout(product, passages);
  const reviews = reviewsOf(product, passages);
  const asked = ASPECTS.filter(({ ask }) => ask.test(text));
  const of = `the page of ${product.name}`;
  const tell = (one: string) => aboutIt(one, product);
  const say = (words: string): Outcome => ({ say: words, citations: page ? [cite(page)] : [] });
  if (OPINION.test(text))
    return say(
      reviews.length > 0
        ? `A customer writes: “${reviews.join(' ')}”`
        : `I don't know: no customer has written about ${product.name} yet.`,
    );
  const isSmell = asked.some(({ name }) => name === 'smell' || name === 'perfume');
  if (SAFETY.test(isSmell ? text.replace(/headaches?/gi, '') : text)) {
    if (FLAME.test(text) && sentences.some((one) => /\b(?:wick|burns?|candle)\b/i.test(one)))
      return say(
        `No, please don't: a candle should never burn unattended, or where somebody sleeps. The page of ${product.name} says nothing that allows it.`,
      );
    const near =
      sentences.find(
        (one) => asked.some(({ about }) => about.test(one)) && !/wash|dishwasher|clean/i.test(one),
      ) ?? sentences.find((one) => MATERIAL?.about.test(one));
    const all = near ?? sentences[0];
    return say(
      `I don't know, and I can't promise it: ${of} says nothing about that. ${all ? `All it says is this: ${tell(all)} ` : ''}Please ask our people before you buy: ${shop.people}.`,
    );
  }
  const polar = asksYesOrNo(text);
  const sure =
    compareMeasure(text, sentences, product) ??
    ofPart(text, sentences, asked, product) ??
    (polar ? settling(text, sentences, asked, product) : null);
  if (sure !== null) return say(sure);
  const best = nearest(text, sentences, asked, product)
    .slice(0, polar || asked.length > 1 ? 2 : 1)
    .map(tell);
  const told = [...new Set(best)].join(' ');
  const review = reviews.find((one) =>
    asked.some(({ name, about }) => HAPPENS.test(name) && about.test(one)),
  );
  const opinion = review ? ` A customer writes: “${review}”` : '';
  if (told === '' && opinion === '')
    return say(
      `I don't know: ${of} doesn't say. ${sentences[0] ? `What it says: ${tell(sentences[0])} ` : ''}Our people can tell you more: ${shop.people}.`,
    );
  if (!polar) return say(`${told}${opinion}`.trim());
  const isDenial = HAPPENS.test(text) && /\bnot?\b/.test(told);
  const isTold = asked.length > 0 && (isDenial || (review !== undefined && HAPPENS.test(text)));
  if (!isTold || /\b(?:will|would|enough)\b/i.test(text))
    return say(`I can't promise that; what the page says is this: ${told}${opinion}`);
  const lead = isDenial || /\bnot\b/.test(review ?? '') ? 'No' : 'Yes';
  return say(`${lead}, as far as I can tell: ${told}${opinion}`.replace(/: +/, ': '));
}
const MATERIAL = ASPECTS.find(({ name }) => name === 'material');

/** "Can the strainer go in the dishwasher?" asks of a part that has a sentence of its own. */
function ofPart(
  text: string,
  sentences: readonly string[],
  asked: readonly Aspect[],
  product: Product,
): string | null {
  const speaks = (one: string, isOther: boolean) => {
    const noun = /^The (?:\w+ )?(\w+) (?:may|can|lifts|is|does)/.exec(one)?.[1];
    const fits = asked.some(({ name, about }) => about.test(one) && (!isOther || name !== noun));
    return noun !== undefined && fits && new RegExp(`\\bthe ${noun}`, 'i').test(text);
  };
  const part = [true, false].flatMap((isOther) =>
    sentences.filter((one) => speaks(one, isOther)),
  )[0];
  if (part === undefined) return null;
  return aboutIt(part, product);
}

/** The sentences that settle yes or no: they alone, without a verdict before them. */
function settling(
  text: string,
  sentences: readonly string[],
  asked: readonly Aspect[],
  product: Product,
): string | null {
  const isIncluded = /\b(?:come with|comes with|included)\b/i.test(text);
  const answers = asked.slice(0, 2).flatMap(({ name, about, yes, no }, _, all) => {
    if (name === 'care' && all.length > 1) return [];
    const denies = sentences.filter((one) => no?.test(one));
    const denied = denies.find((one) => about.test(one)) ?? denies[0];
    const granted = sentences.find((one) => yes?.test(one));
    const isOfPart = /^the /i.test(granted ?? 'the ');
    const isLater =
      granted &&
      denied &&
      denied !== granted &&
      sentences.indexOf(denied) < sentences.indexOf(granted);
    if (denied && (isOfPart || isLater)) {
      const rest = sentences.filter((one) => one !== denied && about.test(one)).slice(0, 1);
      return [[denied, ...rest].map((one) => aboutIt(one, product)).join(' ')];
    }
    if (!granted || (isIncluded && !/includ|with|comes/i.test(granted))) return [];
    return [aboutIt(granted, product)];
  });
  return answers.length > 0 ? [...new Set(answers)].join(' ') : null;
}

/** The sentences that share most with the question. */
function nearest(
  text: string,
  sentences: readonly string[],
  asked: readonly Aspect[],
  product: Product,
): string[] {
  const own = contentStems(product.name);
  const words = contentStems(text).filter((word) => !own.includes(word) && !ASKING.has(word));
  const isCare = asked.some(({ name }) => ['care', 'machine', 'dishwasher'].includes(name));
  const isFigure = /\bhow (?:heavy|big|large|long|tall|wide|high|deep|thick)\b/i.test(text);
  return sentences
    .map((one) => {
      const said = contentStems(one);
      const hits = words.filter((word) => said.some((other) => isAlike(word, other))).length;
      const isAbout = asked.some(({ about }) => about.test(one));
      const care = CARE.test(one) && isCare ? 1.5 : 0;
      return {
        one,
        score: hits + Number(isAbout) + care + (isAbout && isFigure && /\d/.test(one) ? 1.5 : 0),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

/** "A 15 cm pot" held against "pots of up to 14 centimetres", "at 60" against "at 30 °C". */
function compareMeasure(
  text: string,
  sentences: readonly string[],
  product: Product,
): string | null {
  const degrees = /wash/i.test(text) ? /\bat (\d{2})\b/i.exec(text)?.[1] : undefined;
  const asked = degrees ? [{ n: Number(degrees), unit: '°C' }] : measuresIn(text);
  const limits = sentences
    .filter((one) => /up to|holds|carries|deep enough|wash|fits/i.test(one))
    .flatMap((one) =>
      measuresIn(one.replace(/one litre/i, '1 litre')).map((limit) => ({ ...limit, one })),
    );
  for (const { n, unit } of asked.filter((one) => one.unit !== 'time' && one.unit !== 'h')) {
    const limit = limits.find((one) => one.unit === unit);
    if (limit === undefined) continue;
    const told = aboutIt(limit.one, product);
    return unit === '°C' ? told : `${n <= limit.n ? 'Yes' : 'No'}: ${told}`;
  }
  return null;
}

/** Which of several has more or less of what was asked. */
export function compareBy(
  products: readonly Product[],
  passages: readonly Passage[],
  text: string,
): string[] {
  const said: string[] = [];
  if (/cheap|expensive|dear|pric|cost/i.test(text)) {
    const sorted = [...products].sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
    const [low, high] = [sorted[0], sorted.at(-1)];
    const isYes = products[0] === (/expensive|dear|pric/i.test(text) ? high : low);
    const lead = isPolar(text) ? (isYes ? 'Yes: ' : 'No: ') : '';
    if (low && high)
      said.push(
        `${lead}${low.name} is cheaper: it costs ${low.price}, and ${high.name} ${high.price}.`,
      );
  }
  const unit = /hold|bigger|larger|capacity|volume|smaller/i.test(text)
    ? 'ml'
    : /heav|light|weigh/i.test(text)
      ? 'g'
      : null;
  const sizes = products
    .flatMap((product) => {
      const size = sentencesAbout(product, passages)
        .flatMap((one) => measuresIn(one.replace(/\bone[ -]litre/i, '1 litre')))
        .find((one) => one.unit === unit);
      return size ? [{ name: product.name, n: size.n }] : [];
    })
    .sort((a, b) => b.n - a.n);
  const [most, least] = [sizes[0], sizes.at(-1)];
  if (most && least && sizes.length > 1)
    said.push(
      `${most.name} ${unit === 'ml' ? 'holds more' : 'is heavier'}: ${most.n} ${unit}, against ${least.n} ${unit} for ${least.name}.`,
    );
  const other = ASPECTS.filter(
    ({ name, ask }) => ask.test(text) && !['size', 'capacity', 'weight'].includes(name),
  ).sort((a, b) => Number(a.name === 'care') - Number(b.name === 'care'))[0];
  if (said.length > 0 || other === undefined) return said;
  const rows = products.map((product) => {
    const sentences = sentencesAbout(product, passages);
    const found =
      sentences.find((one) => other.name === 'care' && CARE.test(one) && other.about.test(one)) ??
      sentences.find((one) => other.yes?.test(one)) ??
      sentences.find((one) => other.about.test(one));
    return found
      ? `${product.name}: ${aboutIt(found, product)}`
      : `The page of ${product.name} doesn't say.`;
  });
  return [rows.join(' ')];
}

/** Whether a product's page, or who bought it, says anything of what is asked. */
export function speaksOf(product: Product, passages: readonly Passage[], text: string): boolean {
  const lines = [...sentencesAbout(product, passages), ...reviewsOf(product, passages)];
  return ASPECTS.some(({ ask, about }) => ask.test(text) && lines.some((one) => about.test(one)));
}

/** Whether a page says that a product is so: yes, no, or nothing of it. Not by what it says of a part. */
export function isSo({ yes, no }: Aspect, sentences: readonly string[]): boolean | null {
  if (sentences.some((one) => no?.test(one))) return false;
  return sentences.some((one) => yes?.test(one) && !/^the /i.test(one)) ? true : null;
}

/** Whether a product has what vegans avoid. */
export const isAnimal = (product: Product, passages: readonly Passage[]): boolean =>
  sentencesAbout(product, passages).some((one) =>
    WORDS.animal.split(' ').some((word) => new RegExp(`\\b${word}\\b`, 'i').test(one)),
  );

// Answers what is asked of one product from its page: yes, no, a figure, or that the page doesn't say. Where safety is asked for, a
// line about care is no answer.

import { type Citation, contentStems, type Passage, stem } from '../../gateway/agent.ts';
import { isAlike, type Product } from './catalogue.ts';
import { ASPECTS, WORDS } from './data.ts';
import { aboutIt, cite, pageOf, reviewsOf, sentencesAbout } from './facts.ts';
import { measuresIn } from './lexer.ts';
import { isPolar } from './read.ts';
import type { Outcome, World } from './world.ts';

/** Asks for a promise that only people who know more can give. */
export const SAFETY =
  /\b(?:allerg\w*|safe for|ok for|okay for|toxic|poison\w*|nickel|lead|nuts?|gluten|bab(?:y|ies)|newborns?|infants?|toddlers?|crib|child\w*|kids?|year old|pregnan\w*|pets?|cats?|dogs?|food ?safe|overnight|unattended|alone|while .*sleep\w*|fire|unbreakable|choke|swallow|medical|asthma|headaches?|bpa|chemicals?|cadmium|skin|eczema|flammable)\b/i;
const FLAME = /\b(?:overnight|unattended|alone|sleep\w*|night)\b/i;

export function answerDetail({ passages, shop }: World, product: Product, text: string): Outcome {
  const page = pageOf(product, passages);
  const citations: Citation[] = page ? [cite(page)] : [];
  const sentences = sentencesAbout(product, passages);
  const reviews = reviewsOf(product, passages);
  const asked = ASPECTS.filter(({ ask }) => ask.test(text));
  const say = (words: string): Outcome => ({ say: words, citations });
  const ask = `Our people can tell you more: ${shop.people}.`;
  if (
    /\b(?:reviews?|customers?|people|others|opinions?|rating|stars)\b|any good|worth it|anyone/i.test(
      text,
    )
  )
    return say(
      reviews.length > 0
        ? `A customer writes: “${reviews.join(' ')}”`
        : `I don't know: no customer has written about ${product.name} yet.`,
    );
  const related = sentences.filter((one) => asked.some(({ about }) => about.test(one)));
  const material = sentences.find((one) =>
    ASPECTS.find(({ name }) => name === 'material')?.about.test(one),
  );
  if (
    SAFETY.test(text) &&
    !(asked.some(({ name }) => name === 'smell') && !SAFETY.test(text.replace(/headaches?/gi, '')))
  ) {
    if (FLAME.test(text) && sentences.some((one) => /\b(?:wick|burns?|candle)\b/i.test(one)))
      return say(
        `No, please don't: a candle should never burn unattended, or where somebody sleeps. The page of ${product.name} says nothing that allows it.`,
      );
    const near =
      related.find((one) => !/wash|dishwasher|clean/i.test(one)) ?? material ?? sentences[0] ?? '';
    return say(
      `I don't know, and I can't promise it: the page of ${product.name} says nothing about that. ${near ? `All it says is this: ${aboutIt(near, product)} ` : ''}Please ask our people before you buy: ${shop.people}.`,
    );
  }
  const compared = compareMeasure(text, sentences, product);
  if (compared !== null) return say(compared);
  const polar =
    !/^(?:and |so |ok )?(?:how|what|which|where|when|who)\b/i.test(text.trim()) &&
    (isPolar(text) ||
      /\b(?:can|could|is|does|will|would|do) (?:i|it|this|that|they|the|you|my|a)\b/i.test(text));
  // "Can the strainer go in the dishwasher?" asks of a part that has a sentence of its own.
  const speaks = (one: string, isOther: boolean) => {
    const noun = /^The (?:\w+ )?(\w+) (?:may|can|lifts|is|does)/.exec(one)?.[1];
    const fits = asked.some(({ name, about }) => about.test(one) && (!isOther || name !== noun));
    return noun !== undefined && fits && new RegExp(`\\bthe ${noun}`, 'i').test(text);
  };
  const part =
    sentences.find((one) => speaks(one, true)) ?? sentences.find((one) => speaks(one, false));
  if (part !== undefined)
    return say(
      polar && / may | can /.test(part)
        ? `Yes: ${lower(part, product)}.`.replace('..', '.')
        : aboutIt(part, product),
    );
  const first = asked.slice(0, 2);
  const answers = first.flatMap(({ name, about, yes, no }) => {
    if (name === 'care' && first.length > 1) return [];
    const against = no && sentences.find((one) => no.test(one) && about.test(one));
    const denied = no && (against ?? sentences.find((one) => no.test(one)));
    const granted = yes && sentences.find((one) => yes.test(one));
    const isYes =
      granted &&
      !(
        denied &&
        !/^the /i.test(granted) &&
        denied !== granted &&
        sentences.indexOf(denied) < sentences.indexOf(granted)
      );
    if (polar && denied && !(isYes && !/^the /i.test(granted))) {
      const rest = sentences.filter((one) => one !== denied && about.test(one));
      return [`No: ${[denied, ...rest.slice(0, 1)].map((one) => aboutIt(one, product)).join(' ')}`];
    }
    const isIncluded =
      !/\b(?:come with|comes with|included)\b/i.test(text) ||
      /includ|with|comes/i.test(granted || '');
    if (polar && granted && isIncluded)
      return [
        `${name === 'lined' && !/dot/i.test(text) ? 'No:' : 'Yes,'} ${lower(aboutIt(granted, product), product)}`,
      ];
    return [];
  });
  if (answers.length > 0) return say([...new Set(answers)].join(' '));
  if (asked.some(({ name }) => name === 'plated') && /plated/i.test(text) && related[0])
    return say(
      `Not plated, as far as the page says: ${lower(aboutIt(related[0], product), product)}`,
    );
  const own = contentStems(product.name);
  const words = contentStems(text).filter((word) => !own.includes(word) && !ASKING.has(word));
  const scored = sentences
    .map((one) => {
      const said = contentStems(one);
      const hits = words.filter((word) => said.some((other) => isAlike(word, other))).length;
      return {
        one,
        score:
          hits +
          (asked.some(({ about }) => about.test(one)) ? 1 : 0) +
          (CARE.test(one) &&
          asked.some(({ name }) => ['care', 'machine', 'dishwasher'].includes(name))
            ? 1.5
            : 0),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const review = reviews.find((one) =>
    asked.some(
      ({ about, name }) => ['bleed', 'drip', 'slide', 'smell'].includes(name) && about.test(one),
    ),
  );
  const best = [
    ...new Set(
      scored.slice(0, polar || asked.length > 1 ? 2 : 1).map(({ one }) => aboutIt(one, product)),
    ),
  ].join(' ');
  const opinion = review ? ` A customer writes: “${review}”` : '';
  if (best === '' && review === undefined)
    return say(
      `I don't know: the page of ${product.name} doesn't say. ${sentences[0] ? `What it says: ${aboutIt(sentences[0], product)} ` : ''}${ask}`,
    );
  const isDenial =
    /\bnot?\b/.test(best) && /\b(?:bleed|drip|leak|slip|slide|smell|spill)/i.test(text);
  if (
    polar &&
    asked.length > 0 &&
    (isDenial || (review && /\b(?:bleed|drip|leak|slip|slide|smell|spill)/i.test(text))) &&
    !/\b(?:will|would|enough)\b/i.test(text)
  )
    return say(
      `${isDenial || /\bnot\b/.test(review ?? '') ? 'No' : 'Yes'}, as far as I can tell: ${best}${opinion}`.replace(
        /: +/,
        ': ',
      ),
    );
  if (polar) return say(`I can't promise that; what the page says is this: ${best}${opinion}`);
  return say(`${best}${opinion}`.trim());
}

const lower = (line: string, { name }: Product): string =>
  line.startsWith('The ') || !line.includes(name)
    ? line.charAt(0).toLowerCase() + line.slice(1)
    : line;
const CARE = /^(?:Wash|Machine|Wipe|Hand|Rinse|Dust|Air|Polish|Trim|Not for)\b/;
const ASKING = new Set(
  'work good enough use page know safe put go come made make possible ok fine still real really actually long many much big'
    .split(' ')
    .map(stem),
);

/** "A 15 cm pot" held against "pots of up to 14 centimetres", "at 60" against "at 30 °C". */
function compareMeasure(
  text: string,
  sentences: readonly string[],
  product: Product,
): string | null {
  const isWash = /wash/i.test(text);
  const degrees = isWash ? /\bat (\d{2})\b/i.exec(text)?.[1] : undefined;
  const asked = degrees ? [{ n: Number(degrees), unit: '°C' }] : measuresIn(text);
  for (const { n, unit } of asked) {
    if (unit === 'time' || unit === 'h') continue;
    for (const sentence of sentences) {
      const limit = measuresIn(sentence.replace(/one litre/i, '1 litre')).find(
        (one) => one.unit === unit,
      );
      if (limit === undefined || !/up to|holds|carries|deep enough|wash|fits/i.test(sentence))
        continue;
      return `${n <= limit.n ? 'Yes' : 'No'}: ${aboutIt(sentence, product)}`;
    }
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
  const name = ({ name: own }: Product) => own;
  if (/cheap|expensive|dear|pric|cost/i.test(text)) {
    const sorted = [...products].sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
    const [low, high] = [sorted[0], sorted.at(-1)];
    if (low && high) {
      const first = products[0];
      const isYes = /expensive|dear|pric/i.test(text) ? first === high : first === low;
      said.push(
        `${isPolar(text) ? (isYes ? 'Yes: ' : 'No: ') : ''}${name(low)} is cheaper: it costs ${low.price}, and ${name(high)} ${high.price}.`,
      );
    }
  }
  const unit = /hold|bigger|larger|capacity|volume|smaller/i.test(text)
    ? 'ml'
    : /heav|light|weigh/i.test(text)
      ? 'g'
      : null;
  if (unit !== null) {
    const sizes = products.flatMap((product) => {
      const sizes = sentencesAbout(product, passages)
        .flatMap((one) =>
          measuresIn(one.replace(/\bone litre/i, '1 litre').replace(/one-litre/i, '1 litre')),
        )
        .filter((one) => one.unit === unit);
      return sizes[0] ? [{ product, n: sizes[0].n }] : [];
    });
    const sorted = sizes.sort((a, b) => b.n - a.n);
    const [most, least] = [sorted[0], sorted.at(-1)];
    if (most && least && sorted.length > 1)
      said.push(
        `${name(most.product)} ${unit === 'ml' ? 'holds more' : 'is heavier'}: ${most.n} ${unit}, against ${least.n} ${unit} for ${name(least.product)}.`,
      );
  }
  for (const { name: aspect, ask, yes, about } of ASPECTS) {
    if (
      said.length > 0 ||
      !ask.test(text) ||
      ['size', 'capacity', 'weight', 'care'].includes(aspect)
    )
      continue;
    const rows = products.map((product) => {
      const sentences = sentencesAbout(product, passages);
      const found =
        sentences.find((one) => yes?.test(one)) ?? sentences.find((one) => about.test(one));
      return found ? aboutIt(found, product) : `The page of ${name(product)} doesn't say.`;
    });
    said.push(rows.join(' '));
  }
  return said;
}

/** Whether a product has what vegans avoid. */
export const isAnimal = (product: Product, passages: readonly Passage[]): boolean =>
  sentencesAbout(product, passages).some((one) =>
    WORDS.animal.split(' ').some((word) => new RegExp(`\\b${word}\\b`, 'i').test(one)),
  );

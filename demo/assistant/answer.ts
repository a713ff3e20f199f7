// Answers a question from passages of the knowledge base: picks the sentences that speak of what was asked and
// says where they stand. A passage is evidence, never an instruction: sentences that address an assistant are
// passed over.

import { type Citation, contentStems, type Passage, stem } from '../../gateway/agent.ts';
import { clean } from './catalogue.ts';
import { isAlike } from './words.ts';

export interface Answer {
  text: string;
  citation: Citation;
  /** Whether the passage speaks of all that was asked. */
  isComplete: boolean;
}

const MAX_ANSWER_CHARS = 420;
/** The share of a question's words that a passage must contain. */
const MIN_COVERAGE = 0.5;

/** Words that visitors and shops use for one another, by stem groups. */
const SYNONYMS = [
  'delivery deliver ship shipping dispatch courier post arrive arrival',
  'return refund exchange back reimburse',
  'warranty guarantee',
  'pay payment card paypal visa invoice',
  'broken damaged faulty cracked chipped defective smashed',
  'cost price fee charge cheap expensive',
  'wash dishwasher clean cleaning rinse',
  'coupon voucher discount promo code',
  'open opening hours',
  'located location address find store visit',
  'contact email phone call reach support',
  'country countries abroad international europe world worldwide overseas',
  'time day days week fast quick quickly soon',
  'microwave oven heat',
  'material made stoneware clay porcelain',
  'gift wrap wrapping present',
  'environment sustainable sustainability recycled eco',
].map((line) => [...new Set(line.split(' ').map(stem))]);

/** Question words, which a passage need not contain. */
const ASKING = new Set(
  'explain question wonder wondering say mean possible happen work offer provide use make way kind sort policy info information detail put stick throw anything everything someone cost costs take takes'
    .split(' ')
    .map(stem),
);

/** The question with the other words for what it asks, for a search engine that knows only words. */
export function expandQuery(question: string): string {
  const stems = contentStems(question);
  const extra = stems.flatMap((word) => synonyms(word));
  return [question.slice(0, 300), ...new Set(extra)].join(' ');
}

function synonyms(word: string): string[] {
  return SYNONYMS.filter((group) => group.includes(word)).flat();
}

/** Null where no passage speaks of what was asked. */
export function answerFrom(question: string, passages: readonly Passage[]): Answer | null {
  const asked = contentStems(question);
  const key = asked.filter((word) => !ASKING.has(word));
  const wanted = key.length > 0 ? key : asked;
  if (wanted.length === 0) return null;
  const ranked = passages
    .map((passage) => ({ passage, share: coverage(wanted, passage) }))
    .filter(({ share }) => share >= MIN_COVERAGE)
    .sort((a, b) => b.share - a.share);
  const best = ranked[0];
  if (best === undefined) return null;
  const first = extract(wanted, best.passage);
  if (first === null) return null;
  const stems = stemsOf(best.passage);
  return {
    text: first,
    citation: {
      type: 'knowledge_base',
      document_uri: best.passage.uri,
      document_title: best.passage.title,
    },
    isComplete: wanted.every((word) => mentions(stems, word)),
  };
}

function stemsOf(passage: Passage): string[] {
  return contentStems(`${passage.title} ${passage.text}`);
}

/** The share of the question's words that a passage contains. */
function coverage(wanted: string[], passage: Passage): number {
  const stems = stemsOf(passage);
  return wanted.filter((word) => mentions(stems, word)).length / wanted.length;
}

function mentions(stems: string[], word: string): boolean {
  const alike = synonyms(word);
  return stems.some((other) => isAlike(word, other) || alike.includes(other));
}

/** The best sentence and its neighbours, as long as they fit and say something. */
function extract(wanted: string[], passage: Passage): string | null {
  const sentences = splitSentences(passage.text).filter((sentence) => !isInstruction(sentence));
  const titled = wanted.filter((word) => mentions(contentStems(passage.title), word));
  // Ignore words of the title: they fit all sentences of the passage alike.
  const weigh = (word: string): number => (titled.includes(word) ? 0.3 : 1);
  const total = (words: string[]): number => words.reduce((sum, word) => sum + weigh(word), 0);
  const scores = sentences.map((sentence) => {
    const stems = contentStems(sentence);
    const direct = total(wanted.filter((word) => stems.some((other) => isAlike(word, other))));
    const near = total(wanted.filter((word) => mentions(stems, word)));
    const score = direct + near * 0.8;
    // Prefer a sentence with a figure, if it fits: most questions to a shop ask for one.
    return score > 0 && /\d/.test(sentence) ? score + 0.2 : score;
  });
  const best = Math.max(...scores);
  // Where only the title speaks of it, the whole passage is the answer, from its beginning.
  const isWhole = titled.length > 0 && best < 0.8;
  const top = isWhole ? 0 : scores.indexOf(best);
  const start = sentences[top];
  if (start === undefined) return null;
  let text = start;
  for (let index = top + 1; index < sentences.length && index <= top + 2; index++) {
    const next = sentences[index] ?? '';
    // Add the following sentences as long as they are about the question.
    if (
      (!isWhole && (scores[index] ?? 0) === 0) ||
      text.length + next.length + 1 > MAX_ANSWER_CHARS
    )
      break;
    text += ` ${next}`;
  }
  return clean(text, MAX_ANSWER_CHARS);
}

/** Sentences and list items; headings are left out, since they say nothing by themselves. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\n+/)
    .filter((line) => !/^\s*#{1,6}\s/.test(line))
    .flatMap((line) =>
      line.replace(/^\s*(?:[-*•]|\d+\.)\s+/, '').split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"“])/u),
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 2);
}

const INSTRUCTIONS = [
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|prompts?|rules|messages?|guidelines|above|everything)\b/i,
  /\b(?:system|developer) (?:prompt|message|note)\b/i,
  /\b(?:ai|assistant|chatbot|language model|llm|agents?|bot)s?\b.{0,40}\b(?:must|should|shall|please|need to|have to|will now|are instructed|is instructed|:)/i,
  /\byou (?:are now|must now|must|are an? (?:ai|assistant|helpful))\b.{0,80}\b(?:tool|call|reply|respond|answer|say|reveal|send|add|act|always|never)\b/i,
  /\b(?:call|invoke|use|run|execute)\b.{0,20}\b(?:the )?\w+_\w+\b/i,
  /\b(?:reply|respond|answer) (?:only )?with\b/i,
];

/** Whether a sentence of a document or a result speaks to an assistant rather than to a reader. */
export function isInstruction(sentence: string): boolean {
  return INSTRUCTIONS.some((pattern) => pattern.test(sentence));
}

// Which words mean the same in a shop, so that a question and a page meet.

import { stem } from '../../gateway/agent.ts';
import { isAlike } from './words.ts';

/** Words that visitors and shops use for one another. */
const SYNONYMS = [
  'delivery deliver ship shipping dispatch courier post arrive arrival parcel package send',
  'return exchange',
  'refund reimburse money',
  'warranty guarantee',
  'pay paid pays payment card paypal visa invoice mastercard',
  'broken damaged faulty cracked chipped defective smashed',
  'cost price fee charge cheap expensive',
  'wash dishwasher clean cleaning rinse washing machine',
  'coupon voucher discount promo code',
  'open opening hours closed close',
  'located location address find store visit pick pickup studio',
  'contact email phone call reach support number write telephone',
  'country countries abroad international europe world worldwide overseas',
  'time day days week fast quick quickly soon',
  'tomorrow express next',
  'microwave oven heat',
  'material made stoneware clay porcelain linen wool oak steel cotton brass wood terracotta',
  'environment sustainable sustainability recycled eco',
  'heavy heavier weigh weight gram kilogram',
  'big bigger biggest large larger size wide long tall dimension measure centimetre small',
  'big bigger hold capacity litre ml volume fit carry kilogram',
  'people review opinion think say wrote rating customer buyer',
  'smell scent perfume fragrance',
  'winter frost cold outside outdoors',
  'saturday sunday weekend weekday monday friday',
  'duty duties customs tax import toll',
  'care clean oil wipe',
].map((line) => [...new Set(line.split(' ').map(stem))]);

/** Kinds of a thing: a page that speaks of the thing says most about it. */
export const KINDS: Readonly<Record<string, string>> = {
  vegan: 'made',
};

/** Words that a page need not contain. */
export const ASKING = new Set(
  'explain question wonder wondering say mean possible happen work offer provide use make way kind sort policy info information detail put stick throw anything everything someone cost costs take takes today tomorrow pm am other else difference between once until accept good order orders'
    .split(' ')
    .map(stem),
);

export function synonyms(word: string): string[] {
  return SYNONYMS.filter((group) => group.includes(word)).flat();
}

/** Whether one of the stems is the word, or another word for it. */
export function mentions(stems: readonly string[], word: string): boolean {
  const alike = synonyms(word);
  return stems.some((other) => isAlike(word, other) || alike.includes(other));
}

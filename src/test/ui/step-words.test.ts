import { describe, expect, it } from 'vitest';
import { wordStep } from '../../ui/model/step-words.ts';

describe('a step in words', () => {
  it.each([
    ['Search products', 'Searching products…', 'Searched products'],
    ['Add to cart', 'Adding to cart…', 'Added to cart'],
    ['Change the quantity', 'Changing the quantity…', 'Changed the quantity'],
    ['Apply a coupon', 'Applying a coupon…', 'Applied a coupon'],
    ['Look into the cart', 'Looking into the cart…', 'Looked into the cart'],
    ['Get stock', 'Getting stock…', 'Got stock'],
    ['Show a product', 'Showing a product…', 'Showed a product'],
    ['Go to a page', 'Going to a page…', 'Went to a page'],
    ['go to a page', 'going to a page…', 'went to a page'],
    ['Submit', 'Submitting…', 'Submitted'],
    ['Find a shop…', 'Finding a shop…', 'Found a shop…'],
  ])('%s is "%s", then "%s"', (title, now, then) => {
    expect(wordStep(title, false)).toBe(now);
    expect(wordStep(title, true)).toBe(then);
  });

  it.each([
    'Weather',
    'Produkte suchen',
    'Works at once',
    '',
    '🎉 Add',
    'constructor',
    '在庫を見る',
  ])('leaves "%s" as it is', (title) => {
    expect(wordStep(title, false)).toBeNull();
    expect(wordStep(title, true)).toBeNull();
  });
});

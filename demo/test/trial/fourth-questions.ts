// Twenty questions that were written last, and played once: nothing was mended for them, so they are the honest figure.

import type { Talk } from './rules.ts';

const NO = /\b(no|not|none|never|only|nothing|sorry|cannot)\b|n[’']t\b/i;

export const FOURTH_QUESTIONS: readonly Talk[] = [
  {
    questions: [
      { ask: 'good morning! can you send things to Lisbon?', says: [/Portugal|Lisbon|European/] },
      { ask: 'and what would that cost me', follows: true, says: [/4\.90/] },
      { ask: 'what about Brazil', follows: true, says: [/Brazil/, NO], never: [/14\.90/] },
    ],
  },
  {
    questions: [
      {
        ask: 'im looking for somthing for my desk, max 30 euro',
        says: [/notebook/i, /tote/i],
        never: [/€(89|74|46|39|32)\b/],
        mayGo: true,
      },
      { ask: 'does the first one come in green?', follows: true, says: [NO, /blue/i] },
      {
        ask: 'then a blue one please',
        follows: true,
        says: [/€19\.90|€15/],
        does: [[['add_to_cart', { product_id: 'dot-notebook', quantity: 1, variant: 'blue' }]]],
      },
      { ask: 'cheers mate', follows: true, says: [/welcome|pleasure|glad|happy/i] },
    ],
  },
  {
    questions: [
      { ask: 'Whats cheaper, the tote or the planter?', says: [/planter/i, /€24/] },
      { ask: 'how much can I carry in the tote', follows: true, says: [/15 kilo/i] },
    ],
  },
  { questions: [{ ask: 'is the blankit warm enough for winter', says: [/warm|wool/i] }] },
  {
    cart: [
      ['brass-pen', 'brass', 1],
      ['beeswax-candle', 'honey', 2],
    ],
    questions: [
      { ask: 'show me my cart', says: [/pen/i, /candle/i, /€60\.90|€56/] },
      {
        ask: 'double the candles',
        follows: true,
        says: [/4/],
        does: [
          [['change_quantity', { product_id: 'beeswax-candle', quantity: 4 }]],
          [['add_to_cart', { product_id: 'beeswax-candle', quantity: 2 }]],
        ],
      },
    ],
  },
  {
    questions: [
      { ask: 'can i return something after 3 weeks', says: [/30 days/], never: [/^no\b/i] },
      { ask: 'Do you have a shop I can visit?', says: [/Lindenufer/] },
    ],
  },
  { questions: [{ ask: 'do you accept visa cards', says: [/cards/i], never: [/^no\b/i] }] },
  {
    questions: [
      { ask: 'which blankets do you have in green?', says: [/Wool blanket/], mayGo: true },
    ],
  },
  { questions: [{ ask: 'do you sell umbrellas?', says: [NO] }] },
  { questions: [{ ask: 'the cheapest mug please', says: [/Morning mug/, /€18/], mayGo: true }] },
  { questions: [{ ask: 'what time do you close on fridays', says: [/17:00/] }] },
  { questions: [{ ask: 'whats the lamp made of', says: [/steel/i] }] },
];

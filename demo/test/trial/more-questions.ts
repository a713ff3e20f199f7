// 60 questions that were written without looking at the assistant, after it had been rebuilt, and played once before
// anything was changed for them. They say how it answers what it wasn't made for.

import type { Talk } from './rules.ts';

const NO = /\b(no|not|none|never|only|nothing|sorry|cannot)\b|n[’']t\b/i;
const CONTACT = /hello@fernway|5550|contact/i;

export const MORE_QUESTIONS: readonly Talk[] = [
  {
    questions: [
      {
        ask: 'hey, do you deliver to Austria?',
        says: [/Austria|European Union/],
        never: [/14\.90/, /doesn[’']t ship/],
      },
      { ask: 'what does it cost?', follows: true, says: [/4\.90/] },
      { ask: 'can I get it tomorrow?', follows: true, says: [/express|next working day/i] },
    ],
  },
  {
    questions: [
      { ask: 'I am looking for a blanket', says: [/wool blanket/i, /€89/], mayGo: true },
      { ask: 'what sizes does it have?', follows: true, says: [/130 by 180/] },
      {
        ask: 'do you have it in terracotta?',
        follows: true,
        says: [/terracotta/i],
        never: [/doesn[’']t come/],
      },
      {
        ask: 'ok I take two',
        follows: true,
        says: [/blanket/i, /€178/],
        does: [
          [['add_to_cart', { product_id: 'wool-blanket', quantity: 2, variant: 'terracotta' }]],
        ],
      },
      {
        ask: 'actually just one',
        follows: true,
        says: [/€89/],
        does: [[['change_quantity', { product_id: 'wool-blanket', quantity: 1 }]]],
      },
    ],
  },
  { questions: [{ ask: 'Which mugs do you have?', says: [/Morning mug/], mayGo: true }] },
  {
    questions: [
      {
        ask: 'what can I buy for 15 euros?',
        says: [/€1[245]\b/],
        never: [/€(89|74|46|39|32|28|24|18|16)\b/],
      },
      {
        ask: 'and for 30?',
        follows: true,
        says: [/€(28|24|18)\b/],
        never: [/€(89|74|46|39|32)\b/],
      },
    ],
  },
  { questions: [{ ask: 'Is the cutting board good for meat?', says: [/juice|oak/i] }] },
  { questions: [{ ask: 'My order never arrived', says: [NO, CONTACT] }] },
  { questions: [{ ask: 'the mug I got is cracked', says: [/photo/i, /14 days/] }] },
  {
    questions: [
      { ask: 'how many days do i have to send something back', says: [/30 days/] },
      { ask: 'who pays for that?', follows: true, says: [/free within/i] },
      { ask: 'also for opened notebooks?', follows: true, says: [/can ?not be returned/i] },
    ],
  },
  { questions: [{ ask: 'Do you accept PayPal?', says: [/PayPal/], never: [/don[’']t see/] }] },
  { questions: [{ ask: 'can i pay with american express', says: [/cards/i] }] },
  { questions: [{ ask: 'does the teapot have a strainer?', says: [/strainer/i] }] },
  {
    questions: [
      { ask: 'teapot', says: [/Rainy day teapot/i, /€46/], mayGo: true },
      {
        ask: 'blue',
        follows: true,
        says: [/blue/i],
        does: [[], [['add_to_cart', { product_id: 'teapot', quantity: 1, variant: 'blue' }]]],
      },
    ],
  },
  { questions: [{ ask: 'mugg', says: [/Morning mug/], mayGo: true }] },
  {
    questions: [
      {
        ask: 'add a candel please',
        says: [/candle/i, /€12|€16\.90/],
        does: [[['add_to_cart', { product_id: 'beeswax-candle', quantity: 1 }]]],
      },
    ],
  },
  { questions: [{ ask: 'how much are two mugs?', says: [/€36|€18/] }] },
  {
    cart: [
      ['breakfast-bowl', 'sand', 2],
      ['linen-towel', 'blue', 1],
    ],
    questions: [
      { ask: 'how much is everything in my cart?', says: [/€50\.90/] },
      {
        ask: 'remove one bowl',
        follows: true,
        says: [/bowl/i, /€34\.90/],
        does: [[['change_quantity', { product_id: 'breakfast-bowl', quantity: 1 }]]],
      },
      {
        ask: 'and the towel too',
        follows: true,
        says: [/towel/i, /€20\.90/],
        does: [[['change_quantity', { product_id: 'linen-towel', quantity: 0 }]]],
      },
      { ask: 'how much more for free delivery?', follows: true, says: [/€60/] },
    ],
  },
  { questions: [{ ask: 'What would you recommend for a tea lover?', says: [/teapot|mug/i] }] },
  {
    questions: [
      {
        ask: "what's the difference between the notebook and the pen?",
        says: [/notebook/i, /pen/i, /€15/, /€32/],
      },
    ],
  },
  {
    questions: [
      {
        ask: 'show me everything for the desk',
        says: [/notebook/i, /pen/i, /tote/i],
        never: [/mug|blanket/i],
        mayGo: true,
      },
    ],
  },
  { questions: [{ ask: 'is anything sold out?', says: [/lamp/i] }] },
  { questions: [{ ask: 'Do you ship on weekends?', says: [/weekday/i] }] },
  { questions: [{ ask: 'how can I reach you', says: [CONTACT] }] },
  { questions: [{ ask: 'are you open on sunday?', says: [/Monday to Friday/] }] },
  { questions: [{ ask: 'thank you, that helped a lot', says: [/welcome|pleasure|glad|happy/i] }] },
  { questions: [{ ask: 'good morning', says: [/hello|hi\b|welcome|good morning/i] }] },
  { questions: [{ ask: 'Posso pagare con PayPal?', says: [/inglese/] }] },
  { questions: [{ ask: 'Quanto custa a entrega para Portugal?', says: [/inglês/] }] },
  { questions: [{ ask: 'Hebben jullie theepotten?', says: [/Engels/] }] },
  { questions: [{ ask: 'Will the lamp bulb be replaceable?', says: [/replaced/i] }] },
  { questions: [{ ask: 'is the tote machine washable?', says: [/30 °C/], never: [/60 °C/] }] },
  { questions: [{ ask: 'does the planter have a hole?', says: [/hole|drainage/i] }] },
  { questions: [{ ask: 'can the planter stay outside in winter?', says: [/frost/i] }] },
  { questions: [{ ask: 'how should I clean the lamp', says: [/dry cloth/i] }] },
  {
    questions: [{ ask: 'what do customers think of the blanket?', says: [/cat/i], quotes: 'Lena' }],
  },
  {
    cart: [['teapot', 'cream', 1]],
    questions: [{ ask: 'I want to check out', says: [], goes: 'checkout' }],
  },
  { questions: [{ ask: 'go to the shipping page', says: [], goes: 'shipping' }] },
  { questions: [{ ask: 'do you have a loyalty program?', says: [NO] }] },
  { questions: [{ ask: 'can you gift wrap it?', says: [NO] }] },
  {
    questions: [
      { ask: 'How much is the pen?', says: [/€32/] },
      { ask: 'and the notebook?', follows: true, says: [/€15/] },
      {
        ask: 'add both',
        follows: true,
        says: [/pen/i, /notebook/i],
        does: [
          [['add_to_cart', { product_id: 'brass-pen', quantity: 1 }]],
          [
            ['add_to_cart', { product_id: 'brass-pen', quantity: 1 }],
            ['add_to_cart', { product_id: 'dot-notebook', quantity: 1 }],
          ],
          [],
        ],
      },
    ],
  },
  { questions: [{ ask: 'add minus 3 mugs', says: [/one or more|how many|n[’']t|from 1/i] }] },
  {
    on: '/cart',
    cart: [['oak-board', 'oak', 1]],
    questions: [
      {
        ask: 'i have a promo code SLOWMORNING',
        says: [/SLOWMORNING/],
        does: [[['apply_coupon', { code: 'SLOWMORNING' }]]],
      },
    ],
  },
  { questions: [{ ask: 'can I speak to a manager', says: [CONTACT] }] },
  { questions: [{ ask: 'is my payment secure?', says: [NO, /pay|card|contact/i] }] },
  { questions: [{ ask: 'wht colors has the tote', says: [/cream/i, /green/i, /black/i] }] },
];

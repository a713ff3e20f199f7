// Questions that were written after the first two sets had been mended, without looking at the assistant, and played
// once before anything was changed for them: places, filters, comparing, mistyped words, thanks and the cart.

import type { Talk } from './rules.ts';

const NO = /\b(no|not|none|never|only|nothing|sorry|cannot)\b|n[’']t\b/i;
const CONTACT = /hello@fernway|5550|contact|message/i;
const WELCOME = /welcome|pleasure|glad|happy/i;
const OVER_20 = /€(89|74|46|39|32|28|24)\b/;

export const THIRD_QUESTIONS: readonly Talk[] = [
  {
    questions: [
      {
        ask: 'hi there, do you ship to Poland?',
        says: [/Poland|European Union/],
        never: [/14\.90/, /doesn[’']t ship/],
      },
      { ask: 'how long would that take', follows: true, says: [/2 to 4 working days/i] },
      { ask: 'and Iceland?', follows: true, says: [/Iceland/, NO], never: [/5 to 9/, /^yes/i] },
      { ask: 'ok thanks', follows: true, says: [WELCOME] },
    ],
  },
  {
    questions: [
      {
        ask: 'do you send to London?',
        says: [/London|United Kingdom|Britain|England/, /14\.90|5 to 9/],
        never: [/doesn[’']t ship/],
      },
      { ask: 'do I have to pay customs?', follows: true, says: [/recipient|you pay|yes/i] },
    ],
  },
  { questions: [{ ask: 'shipping to Canada?', says: [NO], never: [/14\.90/, /^yes/i] }] },
  {
    questions: [
      {
        ask: 'whats the cheepest thing for the desk?',
        says: [/notebook/i, /€15/],
        never: [/€12\b/],
      },
      { ask: 'and the dearest one?', follows: true, says: [/brass pen/i, /€32/], never: [/€89/] },
    ],
  },
  {
    questions: [
      {
        ask: 'show me everything under 20 euros',
        says: [/candle/i, /towel/i, /bowl/i],
        never: [OVER_20],
        mayGo: true,
      },
      {
        ask: 'only kitchen stuff',
        follows: true,
        says: [/towel/i, /bowl/i, /mug/i],
        never: [/candle|notebook/i, OVER_20],
      },
      {
        ask: 'which of these is the cheapest?',
        follows: true,
        says: [/towel/i, /€14/],
        never: [/candle/i],
      },
    ],
  },
  {
    questions: [
      {
        ask: 'do you have anything in black?',
        says: [/blanket/i, /notebook/i, /tote/i],
        never: [/Morning mug/],
        mayGo: true,
      },
      {
        ask: 'under 30 euros?',
        follows: true,
        says: [/notebook/i, /tote/i],
        never: [/€(89|74)/, /candle|mug/i],
      },
    ],
  },
  {
    questions: [
      { ask: 'Which is bigger, the mug or the bowl?', says: [/bowl/i, /600/] },
      { ask: 'and which one is cheaper?', follows: true, says: [/bowl/i, /€16/] },
      {
        ask: 'ok i take the cheaper one, in cream',
        follows: true,
        says: [/bowl/i],
        does: [[['add_to_cart', { product_id: 'breakfast-bowl', quantity: 1, variant: 'cream' }]]],
      },
    ],
  },
  { questions: [{ ask: 'compare the lamp with the candle', says: [/€74/, /€12/] }] },
  {
    questions: [
      { ask: 'how mcuh is the reding lamp', says: [/€74/] },
      { ask: 'is it avaliable?', follows: true, says: [/sold out|out of stock|not in stock/i] },
      {
        ask: 'can you tell me when its back',
        follows: true,
        says: [/contact|message|write|hello@|don[’']t know|let you know/i],
      },
    ],
  },
  {
    cart: [['morning-mug', 'blue', 1]],
    questions: [
      { ask: 'what have I got in my basket?', says: [/mug/i, /€18|€22\.90/] },
      {
        ask: 'add a candle',
        follows: true,
        says: [/candle/i, /€30|€34\.90/],
        does: [[['add_to_cart', { product_id: 'beeswax-candle', quantity: 1 }]]],
      },
      { ask: 'how much more until shipping is free?', follows: true, says: [/€60|€30/] },
      {
        ask: 'remove the mug',
        follows: true,
        says: [/€12|€16\.90/],
        does: [[['change_quantity', { product_id: 'morning-mug', quantity: 0 }]]],
      },
    ],
  },
  {
    cart: [
      ['teapot', 'cream', 1],
      ['linen-towel', 'blue', 2],
    ],
    questions: [
      { ask: 'how much is it all together', says: [/€74/] },
      {
        ask: 'one towel less please',
        follows: true,
        says: [/towel/i, /€60|€64\.90/],
        does: [[['change_quantity', { product_id: 'linen-towel', quantity: 1 }]]],
      },
      {
        ask: 'and take the teapot out',
        follows: true,
        says: [/€14|€18\.90/],
        does: [[['change_quantity', { product_id: 'teapot', quantity: 0 }]]],
      },
    ],
  },
  {
    questions: [
      {
        ask: 'I need 3 candles and a brass pen',
        says: [/€68/],
        does: [
          [
            ['add_to_cart', { product_id: 'beeswax-candle', quantity: 3 }],
            ['add_to_cart', { product_id: 'brass-pen', quantity: 1 }],
          ],
        ],
      },
      {
        ask: 'make it 4 candles',
        follows: true,
        says: [/€80/],
        does: [[['change_quantity', { product_id: 'beeswax-candle', quantity: 4 }]]],
      },
    ],
  },
  {
    questions: [
      {
        ask: 'add the blue dot notebok twice',
        says: [/€30|€34\.90/],
        does: [[['add_to_cart', { product_id: 'dot-notebook', quantity: 2, variant: 'blue' }]]],
      },
    ],
  },
  {
    questions: [
      {
        ask: 'can u put 2 terracotta towels in the cart pls',
        says: [/€28|€32\.90/],
        does: [
          [['add_to_cart', { product_id: 'linen-towel', quantity: 2, variant: 'terracotta' }]],
        ],
      },
      { ask: 'thx', follows: true, says: [WELCOME] },
    ],
  },
  {
    questions: [
      { ask: 'what is the blanket made of?', says: [/recycled wool/i] },
      { ask: 'how do i wash it?', follows: true, says: [/hand wash cold/i] },
      { ask: 'and the towel?', follows: true, says: [/60 °C/] },
    ],
  },
  {
    questions: [
      { ask: 'does the planter have a hole', says: [/hole|drainage/i], never: [/^no\b/i] },
      { ask: 'how big a pot fits in it', follows: true, says: [/14 centi/i] },
      { ask: 'can it stay outside in winter?', follows: true, says: [/frost/i], never: [/^yes/i] },
    ],
  },
  { questions: [{ ask: 'is the pen refillable?', says: [/refill/i], never: [/^no\b/i] }] },
  { questions: [{ ask: 'Is the notebook lined or dotted?', says: [/dot/i] }] },
  {
    questions: [
      { ask: 'how many cups does the teapot make', says: [/four cups|4 cups/i] },
      {
        ask: 'can the strainer go in the dishwasher',
        follows: true,
        says: [/dishwasher/i],
        never: [/^no\b/i],
      },
    ],
  },
  {
    questions: [
      { ask: 'whats your return policy', says: [/30 days/i] },
      { ask: 'do I pay for it?', follows: true, says: [/free/i] },
      { ask: 'how long until I have my money', follows: true, says: [/5 working days/i] },
    ],
  },
  { questions: [{ ask: 'the bowl I got has a crack', says: [/photo/i, /14 days/i] }] },
  {
    questions: [
      { ask: 'can I pay with klarna?', says: [NO, /cards|PayPal/i], never: [/^yes/i] },
      { ask: 'and apple pay?', follows: true, says: [NO, /cards|PayPal/i], never: [/^yes/i] },
    ],
  },
  { questions: [{ ask: 'when will my card be charged?', says: [/parcel leaves/i] }] },
  {
    questions: [
      { ask: 'Are you open on Saturday?', says: [/Monday to Friday/], never: [/^yes/i] },
      { ask: 'ok and what number can I call', follows: true, says: [/5550/] },
    ],
  },
  {
    questions: [
      {
        ask: 'I need a gift for someone who drinks tea',
        says: [/teapot|mug/i],
        mayGo: true,
      },
      {
        ask: 'something less expensive?',
        follows: true,
        says: [/€(12|14|16|18|24|28|32|39)\b/],
        never: [/€(46|74|89)\b/],
      },
    ],
  },
  { questions: [{ ask: 'thank you, that was very helpful', says: [WELCOME] }] },
  {
    questions: [
      { ask: 'is the wool blanket cheaper than the lamp?', says: [NO, /€89/, /€74/] },
      { ask: 'is shipping free if i buy the blanket?', follows: true, says: [/free/i, /€60/] },
    ],
  },
  {
    questions: [
      { ask: 'what colors do you have for the planter', says: [/terracotta/i, /cream/i] },
    ],
  },
  {
    questions: [
      { ask: 'Do you have the tote in black?', says: [/black/i], never: [/^no\b/i] },
      {
        ask: 'put it in my cart',
        follows: true,
        says: [/€28|€32\.90/],
        does: [[['add_to_cart', { product_id: 'canvas-tote', quantity: 1, variant: 'black' }]]],
      },
    ],
  },
  {
    questions: [
      { ask: 'Can I change my delivery adress after ordering?', says: [CONTACT], mayGo: true },
    ],
  },
  { questions: [{ ask: 'do you have candle holders?', says: [NO], mayGo: true }] },
  { questions: [{ ask: 'take me to my cart', says: [], goes: 'cart' }] },
  { questions: [{ ask: 'let me see the lamp', says: [/lamp/i], goes: 'reading-lamp' }] },
  { questions: [{ ask: 'how long is the warrenty', says: [/two-year|two years|2 years/i] }] },
];

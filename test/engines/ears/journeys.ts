// What a visitor who hears the chat does in ten journeys, and where it is listened to. Each turn takes longer than the
// second after which "Replying" is heard, on the busiest machine too.

import type { Step } from '../../browser/support/test-gateway.ts';
import { until } from '../../browser/support/visitor.ts';
import { askForMugs } from '../scene.ts';
import { find } from '../visitor.ts';
import type { EarJourney } from './stage.ts';

const A_MOMENT: Step = { wait_ms: 3_000 };
/** As long as it takes to look at what is there meanwhile. */
const A_WHILE: Step = { wait_ms: 20_000 };

const LONG = `# Three ways to return it

Bring it to any shop, send it by post, or have it fetched. Each of them is free of charge within thirty days, and each of them needs your order number. After thirty days we still take it back if it was never worn, but then you pay the postage, and the money comes as a voucher.

1. Take the **order number** from your mail.
2. Pack it so that \`nothing\` breaks.

- [How to pack](https://shop.example/pack)

| way | days |
| --- | --- |
| shop | 1 |
| post | 5 |

\`\`\`js
returnIt(42);
\`\`\`

> Keep the slip.`;

export const EAR_JOURNEYS: readonly EarJourney[] = [
  {
    name: 'open',
    script: [],
    attributes: {
      'data-greeting': 'Hello! How can we help?',
      'data-prompts': 'Where is my order?',
    },
    async play({ guest, look }) {
      await guest.sees('*', 'button[part=launcher]');
      await look('before it is opened');
      await guest.open();
      await look('once it is open');
    },
  },
  {
    name: 'read an answer as it comes',
    script: [
      [
        A_MOMENT,
        { say: 'You can return it within **30 days**.' },
        A_WHILE,
        {
          say: ' Bring the slip.',
          citations: [
            {
              type: 'knowledge_base',
              document_uri: 'https://shop.example/returns',
              document_title: 'Returns',
            },
          ],
        },
      ],
    ],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('How long can I return it?');
      await guest.reads('30 days');
      await look('while it comes');
      await guest.reads('Bring the slip.');
      await look('once it is there', 'log');
    },
  },
  {
    name: 'approve',
    script: [
      [
        A_MOMENT,
        { call: [{ name: 'add_to_cart', input: { product: 'mug', quantity: 2 } }] },
        A_MOMENT,
        { say: 'Two mugs are in your cart.' },
      ],
    ],
    async play({ guest, look }) {
      await guest.open();
      await askForMugs(guest);
      await look('while it asks');
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      await look('once it was allowed', 'log');
    },
  },
  {
    name: 'choose from cards',
    attributes: { 'data-cards': 'choices products form replies' },
    script: [
      [
        A_MOMENT,
        {
          call: [
            {
              name: 'show_items',
              input: {
                title: 'Two jackets',
                items: [
                  { title: 'Fjell', text: 'Three layers', price: '129 €', button: 'Take it' },
                  { title: 'Skog' },
                ],
              },
            },
          ],
        },
        {
          call: [
            { name: 'offer_choices', input: { question: 'Which?', options: ['Green', 'Blue'] } },
          ],
        },
        A_MOMENT,
        { say: 'Blue it is.' },
        { call: [{ name: 'suggest_replies', input: { replies: ['Thank you'] } }] },
      ],
    ],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('I want a jacket');
      await guest.sees('Blue');
      await look('while it asks', 'log');
      await guest.answer('Blue');
      await guest.sees('Thank you');
      await look('once it was chosen', 'log');
    },
  },
  {
    name: 'fill in a form',
    attributes: { 'data-cards': 'choices products form replies' },
    script: [
      [
        A_MOMENT,
        {
          call: [
            {
              name: 'ask_form',
              input: {
                title: 'Where to?',
                send: 'Use this',
                fields: [
                  { name: 'town', label: 'Town', type: 'text', required: true },
                  { name: 'mail', label: 'Mail', type: 'email' },
                  { name: 'terms', label: 'I agree', type: 'consent', required: true },
                ],
              },
            },
          ],
        },
        A_MOMENT,
        { say: 'So be it.' },
      ],
    ],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('Send it');
      await guest.sees('Use this');
      await look('while it asks', 'log');
      await until('a complaint', async () => {
        const send = await find(guest.hand, 'button', 'Use this');
        if (send?.isEnabled && send.isOnTop) await guest.hand.click(send.x, send.y);
        return find(guest.hand, '[aria-invalid=true]');
      });
      await look('with a field left empty', 'log');
      await guest.press('*', 'input[type=text], input:not([type])');
      await guest.hand.type('Oslo');
      await guest.press('*', 'input[type=checkbox]');
      await guest.answer('Use this');
      await guest.reads('So be it.');
      await look('once it was sent', 'log');
    },
  },
  {
    name: 'error',
    script: [[A_MOMENT, { fail: 'upstream_error' }]],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('Where is my order?');
      await guest.reads('Something went wrong');
      await look('once it has failed');
    },
  },
  {
    name: 'retry',
    script: [
      [A_MOMENT, { fail: 'upstream_error' }],
      [A_MOMENT, { say: 'It is on its way.' }],
    ],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('Where is my order?');
      await guest.press('Retry');
      await guest.reads('It is on its way.');
      await look('once it has worked', 'log');
    },
  },
  {
    name: 'long answer',
    script: [[A_MOMENT, { say: LONG }]],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('Tell me everything');
      await guest.reads('Keep the slip.');
      await look('once it is there', 'log');
    },
  },
  {
    name: 'new conversation',
    script: [[A_MOMENT, { say: 'Hello.' }]],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('Hello');
      await guest.reads('Hello.');
      await guest.sees('Copy');
      await guest.press('Menu');
      await look('with the menu open');
      await guest.press('New conversation');
      await until('an empty log', async () => !(await guest.log()).includes('Hello.'));
      await look('once it is new');
    },
  },
  {
    name: 'close',
    script: [[{ say: 'Wait.' }, A_WHILE, { say: ' Here it is.' }]],
    async play({ guest, look }) {
      await guest.open();
      await guest.write('Look it up');
      await guest.reads('Wait.');
      await until('the panel to be closed', async () => {
        await guest.hand.press('Escape');
        return !(await guest.isOpen());
      });
      await look('once it is closed');
      await guest.sees('*1*', 'button[part=launcher]');
      await look('with an answer that has come since');
    },
  },
];

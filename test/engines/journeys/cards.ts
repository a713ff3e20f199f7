// What the agent may show and ask in the thread.

import { expect } from 'vitest';
import { pageHtml } from '../../browser/support/world.ts';
import { BODY, expectNoWrongs, HEAD, type Journey } from '../scene.ts';

export const CARDS: readonly Journey[] = [
  {
    title: 'shows items, and takes a choice, a form and a suggested reply',
    script: [
      [
        {
          call: [
            {
              name: 'show_items',
              input: { title: 'Two jackets', items: [{ title: 'Fjell' }, { title: 'Skog' }] },
            },
          ],
        },
        {
          call: [
            { name: 'offer_choices', input: { question: 'Which?', options: ['Green', 'Blue'] } },
          ],
        },
        {
          call: [
            {
              name: 'ask_form',
              input: {
                title: 'Where to?',
                send: 'Use this',
                fields: [
                  { name: 'town', label: 'Town', type: 'text', required: true },
                  { name: 'terms', label: 'I agree', type: 'consent', required: true },
                ],
              },
            },
          ],
        },
        { say: 'So be it.' },
        { call: [{ name: 'suggest_replies', input: { replies: ['Thank you'] } }] },
      ],
      [{ say: 'You are welcome.' }],
    ],
    async play({ engine, enter, world, sent }) {
      const cards = { 'data-cards': 'choices products form replies' };
      world.put('/cards', pageHtml(world, cards, BODY, HEAD));
      const guest = await enter({}, '/cards');
      await guest.open();
      await guest.write('I want a jacket');
      await guest.reads('Fjell');
      await guest.answer('Blue');
      await guest.press('*', 'input[type=text], input:not([type])');
      await guest.hand.type('Oslo');
      await guest.press('*', 'input[type=checkbox]');
      await guest.hand.shoot(`${engine.name}-cards`);
      await guest.answer('Use this');
      await guest.reads('So be it.');
      await guest.answer('Thank you');
      await guest.reads('You are welcome.');
      const told = JSON.stringify(await sent('user.tool_result'));
      for (const words of ['Blue', 'Oslo', 'true']) expect(told).toContain(words);
      expect((await sent('user.message')).length).toBe(2);
      await expectNoWrongs(guest);
    },
  },
];

// What an agent shows and asks in the thread: each card while it waits, once it was answered, and what it becomes otherwise.

import type { JsonObject } from '../../../src/protocol/index.ts';
import { agent, paused, question, session, tool, tools, user } from '../build.ts';
import type { GalleryState } from '../states.ts';

const options = {
  cards: ['choices', 'products', 'form', 'replies'],
  imageOrigins: ['https://pictures.example'],
};

type Part = ReturnType<typeof tool>;

/** The call waits for the visitor, as the runner tells it. */
const asking = (name: string, part: Part, title: string): GalleryState => ({
  name,
  options,
  session: session(
    [user('Put the Fjell into my cart'), agent(['Gladly.', part], { turn: { state: 'paused' } })],
    { run: paused(part) },
  ),
  tools: tools(question(part, title, { title, isCard: true, offersConversation: false })),
});
const pending = (name: string, input: JsonObject) => tool(name, input, { isPending: true });

const COLOURS = {
  question: 'Which colour would you like?',
  options: ['Moss green', 'Night blue', 'Rust'],
};
const SEVERAL = {
  question: 'What matters to you in a jacket?',
  options: ['It keeps rain out', 'It is light', 'It packs small', 'It has deep pockets'],
  several: true,
  something_else: true,
};
const FORM: JsonObject & { title: string } = {
  title: 'Where shall we send it?',
  text: 'We need this to work out the delivery.',
  send: 'Use this address',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'email', label: 'E-mail', type: 'email', required: true },
    { name: 'phone', label: 'Phone', type: 'phone' },
    {
      name: 'country',
      label: 'Country',
      type: 'choice',
      required: true,
      options: ['Norway', 'Netherlands', 'Denmark', 'Sweden', 'Finland', 'Iceland'],
    },
    { name: 'pieces', label: 'How many?', type: 'number', min: 1, max: 5 },
    { name: 'day', label: 'Wished day', type: 'date' },
    { name: 'terms', label: 'I agree to the terms of delivery', type: 'consent', required: true },
  ],
};
/** As the gateway asks by itself, once a conversation is done. */
const RATING: JsonObject & { title: string } = {
  title: 'How did this go?',
  fields: [
    {
      name: 'rating',
      label: 'How did this go?',
      type: 'choice',
      required: true,
      options: ['Good', 'So-so', 'Not good'],
    },
    { name: 'comment', label: 'Anything to add?', type: 'text' },
  ],
};
const ITEMS: JsonObject = {
  title: 'Two that keep rain out',
  items: [
    {
      title: 'Fjell rain jacket',
      text: 'Three layers, taped seams, packs into its own pocket.',
      price: '€189.00',
      link: 'https://shop.example/fjell',
      button: 'Add to cart',
    },
    {
      title: 'Veld poncho',
      text: 'One size, over any bag.',
      price: '€49.00',
      button: 'Add to cart',
    },
    { title: 'Gift card' },
  ],
};

const picture = (name: string) => `https://pictures.example/${name}.svg`;
const FOUR: JsonObject = {
  title: 'Four for wet days',
  items: [
    {
      title: 'Fjell rain jacket',
      text: 'Three layers, taped seams, packs into its own pocket.',
      price: '€189.00',
      image: picture('fjell'),
      link: 'https://shop.example/fjell',
      button: 'Add to cart',
    },
    {
      title: 'Veld commuter shell with a reflective band and a long back',
      text: 'Lighter, for the city.',
      price: '€1,095.00',
      image: picture('veld'),
      link: 'https://shop.example/veld',
      button: 'Add to cart',
    },
    { title: 'Skog poncho', text: 'Sold out until May', image: picture('skog') },
    { title: 'Gift card', price: '€25.00', button: 'Choose amount' },
  ],
};

export const CARDS: GalleryState[] = [
  asking('card-choices', pending('offer_choices', COLOURS), COLOURS.question),
  asking('card-several', pending('offer_choices', SEVERAL), SEVERAL.question),
  {
    ...asking(
      'card-own-answer',
      pending('offer_choices', { ...COLOURS, something_else: true }),
      COLOURS.question,
    ),
    presses: [{ says: 'Something else' }],
  },
  asking('card-form', pending('ask_form', FORM), FORM.title),
  asking('card-rating', pending('ask_form', RATING), RATING.title),
  {
    name: 'card-answered',
    options,
    session: session([
      user('A jacket, please'),
      agent([
        tool('offer_choices', COLOURS, { ms: 1, content: '{"chosen":["Night blue"]}' }),
        tool('ask_form', FORM, {
          ms: 1,
          content: '{"values":{"name":"Ada Lovelace","email":"ada@example.org","terms":true}}',
        }),
        tool('offer_choices', SEVERAL, { code: 'declined' }),
        'I have noted that.',
      ]),
    ]),
  },
  {
    name: 'card-items',
    options,
    session: session([
      user('What keeps rain out?'),
      agent([
        'These two do:',
        tool('show_items', ITEMS, { ms: 1, content: 'The visitor sees all 3 items.' }),
        tool(
          'suggest_replies',
          { replies: ['Compare them', 'Which is lighter?', 'Anything below €40?'] },
          { ms: 1 },
        ),
      ]),
    ]),
  },
  {
    name: 'card-pictures',
    options,
    session: session([
      user('What do you have for wet days?'),
      agent([
        'These keep you dry, from the lightest to the warmest.',
        tool('show_items', FOUR, { ms: 1, content: 'The visitor sees all 4 items.' }),
      ]),
    ]),
  },
  {
    name: 'feedback',
    options: { hasFeedback: true },
    session: session([user('Is it waterproof?'), agent(['Yes, all seams are taped.'])]),
    presses: [{ says: 'Not helpful' }],
  },
  {
    name: 'card-refused',
    options,
    session: session([
      user('A jacket, please'),
      agent([
        tool('ask_form', { title: 'Pay', fields: [] }, { code: 'invalid_input' }),
        tool('show_items', { items: [] }, { code: 'invalid_input' }),
        'Please pay at the checkout of this site.',
      ]),
    ]),
  },
];

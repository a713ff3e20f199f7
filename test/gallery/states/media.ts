// Documents and pictures: chosen, held over the panel, sent, and in answers.

import type { MessageBlock } from '../../../src/protocol/index.ts';
import { agent, session, text, user } from '../build.ts';
import type { GalleryState } from '../states.ts';

/** Hills and a sun, 240 by 135. */
const PICTURE = [
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAACHCAIAAACnEEO8AAACV0lEQVR42u3cu1EDQRBAwcuIkBQAoRAZFkHg45AAGahA3Gf2',
  'qateALunVknGzWwfn19Sps0jENAS0BLQEtACWgJaAloCWgJaQEtAS0BLQEtAC2gJaK3d9/vbbwJaEcpLsAYa5ccDWh3NM00D',
  'jXKKNdA0p0wDTXPKNNBAAy2ap5oGmuaUaaCBBlo0TzUNNNBAi+appoEGGmgBDbSABlpAAy2gBTTQAhpoAQ20gAZaQAtooAU0',
  '0PK2HdACGmiZWBHQQItpU98qmZ5wQaCBBlpM222nsOk5VwMaa/uhxbQN/iqxHnsXoPU31sNvAbRSAS2gJaAloCWgBbQEtAS0',
  'BLQE9L1eXm8+e6DXFnw/FIAuOMYa6CZlpoEOasYa6Bplpp8a9BwKO1Jm+ulATzNxhGamnwL0NBnHUWa6D3oUjhMoM50FPcrH',
  'mZSZDoKeo+QSykynQE/gcq1jpjug50hiWv8FzS7THdDUAt0BjSzTHdCwMt0BjSnTQDOtkaDpZLoDmkugO6ChZLoxvbHRzHRp',
  'EAloplMzdRuFTJfGQ4FmOjXsDDTTqbl9oJlObaEAmunUThWgmU5tCAIa69S+K6DXMx378uz7nIFeg3X1Z2H3Jwz0XNb5fztH',
  'PFugfYU6moFmOqUZaKxTmoFmGmhhPXjRJtBMdzQDzXRKM9C6lTQDrTNMn3kXoHUs65NvAbQONH3+FYDWIaavOj/Q2p/1hScH',
  'Wte/6Qq0JrKecGCgtQPrOUcFWo/LHnhCoJUKaAEtAS0BLQEtoCWgJaAloCWgBbQEtAS0BLQEtICWVu0H5kiBm9u3UqkAAAAA',
  'SUVORK5CYII=',
].join('');

const talk = session([user('Hello'), agent(['Hello!'])]);
const answer = (...blocks: MessageBlock[]) =>
  agent([{ kind: 'message', key: 'media', eventId: 'media', blocks, isPreview: false }]);

export const MEDIA: GalleryState[] = [
  {
    name: 'attached',
    session: talk,
    options: { allowAttachments: true },
    drops: ['measurements.txt', 'scan of the receipt from the shop in Utrecht.zip', 'tool.exe'],
  },
  { name: 'held-over', session: talk, options: { allowAttachments: true }, isHeldOver: true },
  {
    name: 'media',
    session: session([
      user([
        {
          type: 'document',
          title: 'measurements.txt',
          source: { type: 'text', media_type: 'text/plain', data: 'Chest: 98 cm\nBack: 74 cm' },
        },
        { type: 'text', text: 'Which size do I need?' },
      ]),
      answer(
        text('Size M. Here is how it sits, and the table to keep:'),
        {
          type: 'image',
          alt: 'The jacket from behind',
          source: { type: 'base64', media_type: 'image/png', data: PICTURE },
        },
        {
          type: 'image',
          alt: 'From the side',
          source: { type: 'url', url: 'https://pictures.example/side.jpg' },
        },
        {
          type: 'document',
          title: 'Size table.pdf',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
        },
        {
          type: 'document',
          title: 'Care label',
          source: { type: 'url', url: 'https://shop.example/care.pdf' },
        },
        { type: 'unknown', unknown_type: 'hologram', raw: {} },
      ),
    ]),
    presses: [{ says: 'measurements.txt' }],
  },
  {
    name: 'media-sent',
    session: session([
      user([
        {
          type: 'document',
          title: 'measurements.txt',
          source: { type: 'text', media_type: 'text/plain', data: 'Chest: 98 cm\nBack: 74 cm' },
        },
        {
          type: 'document',
          title: 'scan of the receipt from the shop in Utrecht.pdf',
          source: {
            type: 'base64',
            media_type: 'application/pdf',
            data: 'JVBERi0x'.repeat(16_000),
          },
        },
        {
          type: 'document',
          title: 'Receipt',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
        },
        text('Here is all that I have.'),
      ]),
      answer(text('Thank you. I am looking through it.')),
    ]),
  },
];

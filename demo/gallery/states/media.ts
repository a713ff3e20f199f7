// Documents and pictures: chosen, held over the panel, sent, and in answers.

import type { MessageBlock } from '../../../src/protocol/index.ts';
import { agent, session, text, user } from '../build.ts';
import type { GalleryState } from '../states.ts';

/** A field of one colour, 2 by 1. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR42mNk+M9QzwAEAAmGAYCF+yOnAAAAAElFTkSuQmCC';

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
];

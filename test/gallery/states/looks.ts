// The owner's choices: colours, places, modes.

import { agent, session, user } from '../build.ts';
import type { GalleryState } from '../states.ts';
import { ASKED, RETURNS, search } from './words.ts';

const talk = session([
  user(ASKED),
  agent([search, 'Two fit well: the **Fjell** and the [Veld](https://shop.example/veld).'], {
    citations: RETURNS,
  }),
]);

/** A face, drawn: owners give a picture of any shape. */
const AVATAR = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="60"><rect width="40" height="60" fill="#f3c98b"/><circle cx="20" cy="24" r="9" fill="#7a3b1d"/></svg>',
)}`;

export const LOOKS: GalleryState[] = [
  {
    name: 'bar',
    session: session([user('Show me the rain jacket'), agent(['Here it is.'])]),
    shrinks: true,
  },
  { name: 'nudge', session: session([]), nudge: 'Which jacket keeps the rain out? Ask me.' },
  { name: 'look-bright', session: talk, options: { color: '#ffd400' } },
  { name: 'look-middle', session: talk, options: { color: '#ff5a1f' } },
  { name: 'look-dark', session: talk, options: { color: '#1b1464' } },
  { name: 'look-left', session: talk, options: { position: 'left', offset: { x: 40, y: 8 } } },
  { name: 'look-expanded', session: talk, isExpanded: true },
  { name: 'look-inline', session: talk, options: { isInline: true } },
  { name: 'look-avatar', session: talk, options: { avatar: AVATAR, title: 'Ask Mara' } },
];

// Dictation: where the sound goes, listening with words that aren't final yet, and why it can't.

import { agent, session, user } from '../build.ts';
import type { GalleryState } from '../states.ts';

const talk = session([user('Hello'), agent(['Hello! What are you looking for?'])]);

export const VOICE: GalleryState[] = [
  {
    name: 'voice-note',
    session: talk,
    options: { hasVoice: true },
    speaks: {},
    presses: [{ later: 'dictate' }],
  },
  {
    name: 'voice-listening',
    session: talk,
    options: { allowAttachments: true, hasVoice: true },
    speaks: { hears: 'I would like a rain jacket that' },
    presses: [{ later: 'dictate' }, { later: 'voiceStart' }],
  },
  {
    name: 'voice-blocked',
    session: talk,
    options: { hasVoice: true },
    speaks: { fails: 'not-allowed' },
    presses: [{ later: 'dictate' }, { later: 'voiceStart' }],
  },
];

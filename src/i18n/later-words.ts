// Words of parts that are fetched when they are used: each part brings its own, in all languages, in its own chunk. The
// owner's wording (`data-strings`) names them like all others.

import type { Locale } from './locales.ts';

/** Every name, so that the owner's wording can be checked before the part has come. */
export const LATER_KEYS = [
  'showChat',
  'covered',
  'noFiles',
  'sound',
  'deleted',
  'cleared',
  'searchConversations',
  'noneFound',
  'saveText',
  'print',
  'copyConversation',
  'readAloudHint',
  'clearHint',
  'deleteHint',
  'clearQuestion',
  'clear',
  'deleteQuestion',
  'clearNote',
  'deleteNote',
  'deleteFailed',
  'readFull',
  'readShort',
  'readOff',
  'reference',
  'nextWrong',
  'nextBusy',
  'nextLong',
  'nextFull',
  'nextMuch',
  'nextCut',
  'nextUnanswered',
  'nextLater',
  'nextFile',
  'nextContinue',
  'searchHere',
  'nothingFound',
  'hitOf',
  'earlierHit',
  'laterHit',
  'notHere',
  'dictate',
  'dictateStop',
  'voiceNote',
  'voiceStart',
  'listening',
  'voiceOver',
  'voiceBlocked',
  'noMicrophone',
  'nothingHeard',
  'voiceUnreachable',
  'voiceFailed',
] as const;

export type LaterKey = (typeof LATER_KEYS)[number];

/** A text in every language. */
export type LaterTexts = { readonly [Tag in Locale]: string };

export type LaterTable = { readonly [Key in LaterKey]?: LaterTexts };

// The texts, in English, of parts that are fetched later: they come in a file of their own.

import { appEnglish } from './app-messages.ts';
import { cardEnglish } from './card-messages.ts';
import { siteEnglish } from './site-messages.ts';
import { webEnglish } from './web-messages.ts';

export const lateEnglish = {
  ...appEnglish,
  ...cardEnglish,
  ...siteEnglish,
  ...webEnglish,
} as const;

export type LateEnglish = typeof lateEnglish;

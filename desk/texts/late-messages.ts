// The texts, in English, of parts that are fetched later: they come in a file of their own.

import { siteEnglish } from './site-messages.ts';

export const lateEnglish = { ...siteEnglish } as const;

export type LateEnglish = typeof lateEnglish;

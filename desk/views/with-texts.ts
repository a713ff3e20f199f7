// A part that is fetched later, with its English texts, which are there before it is drawn.

import { createLater, type Later } from '../model/later.ts';
import { loadLateEnglish } from '../texts/messages.ts';

export const withTexts = <Module>(get: () => Promise<Module>): Later<Module> =>
  createLater(async () => {
    const [module] = await Promise.all([get(), loadLateEnglish()]);
    return module;
  });

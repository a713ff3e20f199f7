// Reads the owner's wording from a JSON script in the page, from an address, or from the configuration itself.

import { document } from '../dom/document.ts';
import { type Overrides, parseOverrides } from '../i18n/index.ts';

/** Never rejects: it warns about a wording that can't be read, and the built-in one stays. */
export async function readStrings(
  given: unknown,
  warn: (sentence: string) => void,
): Promise<Overrides> {
  try {
    const value = typeof given === 'string' ? JSON.parse(await textOf(given)) : (given ?? {});
    const { overrides, problems } = parseOverrides(value);
    for (const problem of problems) warn(`data-strings: ${problem}`);
    return overrides;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(`data-strings="${given}" can't be read (${why}). Using the built-in wording.`);
    return {};
  }
}

async function textOf(given: string): Promise<string> {
  if (!given.startsWith('#')) {
    const response = await fetch(given);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.text();
  }
  const text = document.getElementById(given.slice(1))?.textContent;
  if (text === null || text === undefined) throw new Error('no such element');
  return text;
}

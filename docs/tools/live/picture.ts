// A picture of the panel in one of the gallery's states, with words for those who don't see it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURES } from '../paths.ts';

/** @param words the state's name, and what is to be seen */
export function picture(form: 'site' | 'plain', base: string, words: string): string {
  const [state = '', ...description] = words.split(' ');
  const file = `${state}.phone.png`;
  // Without a browser there are no pictures, and in plain text none are needed.
  if (form === 'plain' || !existsSync(join(PICTURES, file))) return '';
  return `<img class="picture" src="${base}pictures/${file}" alt="${description.join(' ')}" width="390" height="780" loading="lazy">`;
}

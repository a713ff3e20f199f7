// Pictures of the panel, into .shots/ (not kept in the repository).
// node demo/gallery/shots.ts [state,state…] [mode,mode…]

import { mkdirSync } from 'node:fs';
import { MODES, openGallery } from './browse.ts';
import { STATES } from './states.ts';

const [states = '', modes = 'light'] = process.argv.slice(2);
const names =
  states === '' || states === 'all' ? STATES.map(({ name }) => name) : states.split(',');
const wanted = MODES.filter(({ name }) => modes === 'all' || modes.split(',').includes(name));

mkdirSync('.shots', { recursive: true });
const gallery = await openGallery();
try {
  for (const mode of wanted) {
    for (const name of names) {
      const page = await gallery.show(name, mode);
      await page.screenshot({ path: `.shots/${name}.${mode.name}.png` });
      await page.context().close();
    }
  }
} finally {
  await gallery.close();
}

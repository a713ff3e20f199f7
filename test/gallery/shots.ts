// Pictures of the panel, into .shots/ (not kept in the repository) or a folder of one's own.
// node test/gallery/shots.ts [--out FOLDER] [all|state,state…] [all|mode,mode…]

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inPairs, MODES, openGallery } from './browse.ts';
import { STATES } from './states.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: '.shots' } },
});
const [states = 'all', modes = 'light'] = positionals;
const names = states === 'all' ? STATES.map(({ name }) => name) : states.split(',');
const wanted = MODES.filter(({ name }) => modes === 'all' || modes.split(',').includes(name));

mkdirSync(values.out, { recursive: true });
const gallery = await openGallery();
try {
  await inPairs(
    wanted.flatMap((mode) => names.map((name) => ({ mode, name }))),
    async ({ mode, name }) => {
      const page = await gallery.show(name, mode);
      await page.screenshot({ path: join(values.out, `${name}.${mode.name}.png`) });
      gallery.release(page);
    },
  );
} finally {
  await gallery.close();
}

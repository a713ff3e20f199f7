// What the builds have in common.

import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { ROOT } from '../build/paths.ts';
import { chunksOf, sharedConfig } from '../build/shared-config.ts';

it('A column of a right-to-left table stands at its end in a panel of any language', async () => {
  const built = await build({
    ...sharedConfig({ rolldownOptions: { input: 'styles' } }),
    plugins: [
      {
        name: 'styles',
        resolveId: (id) => (id === 'styles' ? '\0styles' : null),
        load: (id) =>
          id === '\0styles'
            ? `import css from ${JSON.stringify(join(ROOT, 'src/ui/styles/rich.css?inline'))}; console.log(css);`
            : null,
      },
    ],
  });
  const [chunk] = chunksOf(built);
  expect(chunk?.code).toContain(':dir(rtl){text-align:left}');
  expect(chunk?.code).not.toContain(':lang(');
});

// The plugin as the directory's own checker (Plugin Check) sees it, in a WordPress that runs. Neither the npm registry nor Debian
// has that checker: who has it, with what Composer installs for it, names its folder in PLUGIN_CHECK.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPlugin } from '../run/plugin.ts';
import { startWordPress, type WordPress } from '../run/wordpress.ts';
import { reasonToSkip } from './support.ts';

const CHECKER = process.env.PLUGIN_CHECK ?? '';

describe.skipIf(CHECKER === '' || reasonToSkip() !== null)('the directory’s own checker', () => {
  let wordpress: WordPress;

  beforeAll(async () => {
    wordpress = await startWordPress();
    await installPlugin(wordpress);
    const plugins = join(wordpress.dir, 'wp-content/plugins');
    cpSync(CHECKER, join(plugins, 'plugin-check'), { recursive: true });
    await wordpress.wp('plugin', 'activate', 'plugin-check');
    // As `npm run build -- --directory` makes the zip: the directory allows no address of updates but its own.
    const main = join(plugins, 'bellhop/bellhop.php');
    writeFileSync(main, readFileSync(main, 'utf8').replace(/^ \* Update URI: .*\n/m, ''));
  });
  afterAll(() => wordpress?.close());

  it('finds nothing, neither errors nor warnings', async () => {
    const early = join(wordpress.dir, 'wp-content/plugins/plugin-check/cli.php');
    const said = await wordpress.wp(`--require=${early}`, 'plugin', 'check', 'bellhop');
    expect(said).toBe('Success: Checks complete. No errors found.');
  });
});

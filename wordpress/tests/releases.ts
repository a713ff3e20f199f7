// Later releases of the plugin, made from the one that was built.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { pluginZip } from '../run/plugin.ts';

/** The zip as a later release would be: all its chunks under other names. */
export function releaseWith(name: string, folder: string): string {
  const files = unzipSync(readFileSync(pluginZip()));
  for (const path of Object.keys(files)) {
    if (path.startsWith('bellhop/widget/bellhop/')) delete files[path];
  }
  files[`bellhop/widget/bellhop/panel-${name}.js`] = Buffer.from('export {};');
  files['bellhop/widget/manifest.php'] = Buffer.from(
    `<?php return array( 'version' => '0.1.0-${name}', 'chunks' => array( 'panel-${name}.js' ) );`,
  );
  const zip = join(folder, `bellhop-${name}.zip`);
  writeFileSync(zip, zipSync(files));
  return zip;
}

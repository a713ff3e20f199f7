// Brings languages/ up to date: the template from the code, the translations by the template, and what WordPress reads from those.
//   node wordpress/translations.ts          after texts have changed; then translate what is new in bellhop-*.po, and once more

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildWordPressApps } from '../scripts/build/wordpress-apps.ts';
import { ensureParts } from './run/parts.ts';
import { ensurePhp } from './run/php.ts';

const PLUGIN = join(import.meta.dirname, 'bellhop');
const LANGUAGES = join(PLUGIN, 'languages');
const TEMPLATE = join(LANGUAGES, 'bellhop.pot');

const php = ensurePhp();
const { wpCli } = ensureParts();
const wp = (...args: string[]): void => {
  const quiet = ['-d', 'memory_limit=512M', '-d', 'error_reporting=0'];
  execFileSync(php, [...quiet, wpCli, '--allow-root', ...args, '--quiet'], { cwd: PLUGIN });
};
// Texts of the scripts stand in the scripts as they are shipped, by whose path WordPress finds the translations.
const whole = mkdtempSync(join(tmpdir(), 'bellhop-texts-'));
cpSync(PLUGIN, whole, { recursive: true });
for (const [path, text] of await buildWordPressApps('', { isReadable: true })) {
  mkdirSync(dirname(join(whole, path)), { recursive: true });
  writeFileSync(join(whole, path), text);
}

const headers = { 'POT-Creation-Date': '', 'Report-Msgid-Bugs-To': '' };
wp(
  ...['i18n', 'make-pot', whole, TEMPLATE, '--domain=bellhop', '--skip-block-json'],
  ...['--exclude=widget', `--headers=${JSON.stringify(headers)}`],
);
rmSync(whole, { recursive: true });
appendFileSync(TEMPLATE, blockTexts());
for (const file of readdirSync(LANGUAGES).filter((name) => name.endsWith('.json'))) {
  rmSync(join(LANGUAGES, file));
}
wp('i18n', 'update-po', TEMPLATE, LANGUAGES);
// The scripts' texts stand in the .json, so the .mo that PHP reads has them only where PHP says them too.
const purged = mkdtempSync(join(tmpdir(), 'bellhop-texts-'));
for (const file of readdirSync(LANGUAGES).filter((name) => name.endsWith('.po'))) {
  cpSync(join(LANGUAGES, file), join(purged, file));
}
wp('i18n', 'make-json', purged, LANGUAGES);
wp('i18n', 'make-mo', purged, LANGUAGES);
rmSync(purged, { recursive: true });

/** What block.json says, which WordPress translates by itself; wp-cli would ask the network for the list of its fields. */
function blockTexts(): string {
  const block = JSON.parse(readFileSync(join(PLUGIN, 'blocks/panel/block.json'), 'utf8')) as {
    title: string;
    description: string;
    keywords: string[];
  };
  const entries = [
    ['block title', block.title],
    ['block description', block.description],
    ...block.keywords.map((keyword) => ['block keyword', keyword]),
  ];
  return entries
    .map(
      ([context, text]) =>
        `\n#: blocks/panel/block.json\nmsgctxt "${context}"\nmsgid ${JSON.stringify(text)}\nmsgstr ""\n`,
    )
    .join('');
}

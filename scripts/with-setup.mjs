// Runs one script of the project after installing what is missing:
//   node scripts/with-setup.mjs [--browser] FILE [ARGS…]

import { ensureBrowser, ensurePackages, entry, spawnScript } from './setup.mjs';

await entry(async () => {
  const args = process.argv.slice(2);
  const needsBrowser = args[0] === '--browser';
  if (needsBrowser) args.shift();
  const [file, ...rest] = args;
  ensurePackages();
  const env = needsBrowser ? { CHROME_PATH: ensureBrowser() } : {};
  const child = spawnScript(file, rest, { env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
});

// Runs one script of the project after installing what is missing:
//   node scripts/with-setup.mjs [--browser] [--servers] FILE [ARGS…]

import { ensureBrowser, ensurePackages, ensureServers, entry, spawnScript } from './setup.mjs';

await entry(async () => {
  const args = process.argv.slice(2);
  const has = (flag) => {
    const isThere = args[0] === flag;
    if (isThere) args.shift();
    return isThere;
  };
  const needsBrowser = has('--browser');
  const needsServers = has('--servers');
  const [file, ...rest] = args;
  ensurePackages();
  if (needsServers) ensureServers();
  const env = needsBrowser ? { CHROME_PATH: ensureBrowser() } : {};
  const child = spawnScript(file, rest, { env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
});

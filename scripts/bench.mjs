// `npm run bench`, from a bare clone. The peers that Bellhop is measured beside are a package of their own, which only
// `npm run bench -- peers` installs.

import {
  ensureBrowser,
  ensureFolder,
  ensurePackages,
  ensureServers,
  entry,
  spawnScript,
} from './setup.mjs';

await entry(async () => {
  const args = process.argv.slice(2);
  const isPeers = args[0] === 'peers';
  ensurePackages();
  if (isPeers) ensureFolder('bench/peers');
  else ensureServers();
  const env = { CHROME_PATH: ensureBrowser() };
  const child = isPeers
    ? spawnScript('bench/peers/main.ts', args.slice(1), { env })
    : spawnScript('bench/main.ts', args, { env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
});

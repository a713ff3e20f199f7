// `npm create bellhop`: what the command line says, then what is asked, then the project. The edge: terminal, disk and npm.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { askAgent, askFolder, askInstall, askTemplate, begin, Cancelled, end } from './ask.ts';
import type { Agent, Plan } from './choices.ts';
import { agentFrom, HELP, readFlags, type Said, UsageError } from './flags.ts';
import { checkFolder } from './folder.ts';
import { findPackages } from './packages.ts';
import { writeProject } from './write.ts';

/** Of this package. */
const HERE = import.meta.dirname;

async function plan(said: Said, version: string, mayAsk: boolean): Promise<Plan> {
  const folder = said.folder ?? (mayAsk ? await askFolder() : 'my-chat');
  const name = checkFolder(folder);
  const packages = findPackages(said.packages, version);
  const template = said.template ?? (mayAsk ? await askTemplate() : 'plain');
  return {
    folder,
    name,
    template,
    packages,
    agent: agentFrom(said) ?? (mayAsk ? await askAgent(said) : unasked(said)),
    isInstalling: said.isInstalling ?? (mayAsk ? await askInstall() : true),
  };
}

/** Nobody is there to be asked. */
function unasked({ agent, provider }: Said): Agent {
  if (agent === undefined) return { name: 'sample' };
  const missing =
    agent === 'backend'
      ? '--backend URL and --kind NAME'
      : agent === 'gateway'
        ? '--gateway URL and --site ID'
        : provider === undefined
          ? '--provider NAME'
          : '--base-url URL';
  throw new UsageError(`--agent ${agent} needs ${missing}.`);
}

async function run(args: readonly string[]): Promise<number> {
  const said = readFlags(args);
  const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
  if (said.isHelp || said.isVersion) {
    console.log(said.isHelp ? HELP : version);
    return 0;
  }
  const mayAsk = !said.isYes && process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (mayAsk) begin();
  const made = await plan(said, version, mayAsk);
  writeProject(made, join(HERE, 'templates'));
  const isInstalled = made.isInstalling && install(made.folder);
  const isFailed = made.isInstalling && !isInstalled;
  if (isFailed) {
    console.error(
      '\nnpm could not install the packages: what it said stands above. Is there a network? The project itself is written.\n',
    );
  }
  const place = relative(process.cwd(), resolve(made.folder)) || '.';
  const steps = [
    ...(place === '.' ? [] : [`cd ${place}`]),
    ...(isInstalled ? [] : ['npm install']),
    'npm run dev',
  ];
  const words = `${place} is there. Next:\n\n${steps.map((step) => `  ${step}`).join('\n')}\n`;
  if (mayAsk) end(words);
  else console.log(words);
  return isFailed ? 1 : 0;
}

function install(folder: string): boolean {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: resolve(folder),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof Cancelled || error instanceof UsageError) console.error(error.message);
  else if (error instanceof Error && 'code' in error) {
    console.error(`The project can't be written: ${error.message}`);
  } else throw error;
  process.exitCode = error instanceof Cancelled ? 130 : 1;
}

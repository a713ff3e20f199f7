// `bellhop-gateway init`: asks at most four questions, writes the files of a gateway, and makes its first site.

import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createGateway } from '../../gateway.ts';
import type { Environment } from '../../kernel/cli-values.ts';
import { firstSite, siteLines } from '../first-site.ts';
import { openData } from '../start-errors.ts';
import { type Answers, type Question, readAnswers } from './answers.ts';
import { filesOf, type Place } from './files.ts';
import { secretsFor, writeFiles } from './write-files.ts';

export const INIT_USAGE = `Usage: bellhop-gateway init [options]

  Writes .env with new secrets (mode 600), for Docker a compose.yaml or for systemd a unit, and makes the first site. In a
  terminal it asks for what no option says; elsewhere the value in brackets holds.
  --site URL          the site that gets the chat (needed)
  --url URL           where browsers reach this gateway (http://localhost:4320)
  --run WAY           here, compose or systemd (here)
  --model-key KEY     of Anthropic (sk-ant-…) or OpenAI, or none (ANTHROPIC_API_KEY or OPENAI_API_KEY of the environment)
  --dir DIR           where the files go (this folder)
  --force             replaces files that are there; secrets in a .env that is there are kept`;

/** What the process lends to the command. */
export interface InitParts {
  env: Environment;
  /** Whether somebody can be asked. */
  isTerminal: boolean;
  place: Omit<Place, 'folder'>;
  print: (line: string) => void;
}

/** @returns the exit code. @throws UsageError, StartError */
export async function runInit(args: readonly string[], parts: InitParts): Promise<number> {
  const { env, print } = parts;
  if (args.includes('--help')) {
    print(INIT_USAGE);
    return 0;
  }
  const answers = await withQuestions(parts.isTerminal, (ask) =>
    readAnswers(args, env, ask, print),
  );
  const place = { ...parts.place, folder: resolve(answers.folder) };
  const secrets = await secretsFor(place.folder);
  const files = filesOf(answers, secrets, place);
  await writeFiles(files, answers.isForced);
  let code = 0;
  for (const { path } of files) print(`Wrote ${path}`);
  if (answers.way === 'here') {
    print('Making the database and the site…');
    try {
      for (const line of await makeSite(answers, place.folder, secrets.BELLHOP_ADMIN_KEY))
        print(line);
    } catch (error) {
      // The settings stay: by them the first start makes the site.
      print(`The site is not made yet: ${(error as Error).message} The next start makes it.`);
      code = 1;
    }
  }
  for (const line of nextSteps(answers, place)) print(line);
  return code;
}

async function withQuestions<T>(
  isTerminal: boolean,
  work: (ask: Question) => Promise<T>,
): Promise<T> {
  if (!isTerminal) return work(null);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await work((text) => terminal.question(text));
  } finally {
    terminal.close();
  }
}

const dataOf = (folder: string) => join(folder, '.data');

/** Now, since the database is a folder of this machine; elsewhere the first start makes the site. */
async function makeSite(
  { site, url }: Answers,
  folder: string,
  adminKey: string,
): Promise<string[]> {
  const db = await openData({ directory: dataOf(folder) });
  const gateway = await createGateway({ db, options: { adminKey } });
  try {
    const made = await firstSite({
      ask: gateway.request,
      adminKey,
      origin: site,
      gateway: url,
    });
    return made === null ? ['There is a site already, so none was made.'] : siteLines(made, site);
  } finally {
    await gateway.close();
    await db.close();
  }
}

function nextSteps({ way, url }: Answers, { folder }: Place): string[] {
  const within = relative(process.cwd(), folder);
  const shown = within.startsWith('..') ? folder : within;
  const path = (name: string) => join(shown, name);
  const start = {
    here: [`  bellhop-gateway --env ${path('.env')} --data ${path('.data')}`],
    compose: [
      `  docker compose --project-directory ${shown === '' ? '.' : shown} up -d --build`,
      '  docker compose logs gateway       # has the tag for your pages',
    ],
    systemd: [
      `  sudo cp ${path('bellhop-gateway.service')} /etc/systemd/system/`,
      '  sudo systemctl enable --now bellhop-gateway',
      '  journalctl -u bellhop-gateway     # has the tag for your pages',
    ],
  }[way];
  const proxy = url.startsWith('https:')
    ? [`For ${url} a proxy with TLS stands in front: deploy/README.md has two to copy.`]
    : [];
  const doctor = `Whether all is well:\n  bellhop-gateway doctor --env ${path('.env')}`;
  const data = way === 'here' ? ` --data ${path('.data')}` : '';
  return ['Next:', ...start, ...proxy, ...(way === 'compose' ? [] : [`${doctor}${data}`])];
}

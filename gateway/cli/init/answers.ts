// What `init` has to know: four answers, by flags or asked in a terminal.

import { parseArgs } from 'node:util';
import { type Environment, given, UsageError } from '../../kernel/cli-values.ts';

/** `here`: started by hand, or by whatever the owner has. */
export const WAYS = ['here', 'compose', 'systemd'] as const;
export type Way = (typeof WAYS)[number];

export interface Answers {
  /** Origin of the pages with the chat. */
  site: string;
  /** Where browsers reach the gateway. */
  url: string;
  way: Way;
  /** Name and value of the variable with a provider's key; null: none. */
  model: { variable: 'ANTHROPIC_API_KEY' | 'OPENAI_API_KEY'; key: string } | null;
  /** Folder of the files. */
  folder: string;
  /** Whether files that are there may be replaced. */
  isForced: boolean;
}

/** Asks the person at the terminal; null: nobody is there. */
export type Question = ((text: string) => Promise<string>) | null;

const LOCAL = 'http://localhost:4320';

/**
 * @param ask used for what no flag says, once for each of the four
 * @throws UsageError for an answer that can't be used, where nobody can be asked again
 */
export async function readAnswers(
  args: readonly string[],
  env: Environment,
  ask: Question,
  say: (line: string) => void,
): Promise<Answers> {
  const { site, url, run, 'model-key': key, dir, force } = parse(args);
  const answer = <T>(
    text: string,
    flag: string | undefined,
    fallback: string | null,
    read: (value: string) => T,
  ) => settle({ text, flag, fallback, read, ask, say });
  return {
    site: await answer(
      'The site that gets the chat, like https://shop.example',
      site,
      null,
      (value) => origin('--site', value),
    ),
    url: await answer(`Where browsers reach this gateway (${LOCAL})`, url, LOCAL, (value) =>
      origin('--url', value),
    ),
    way: await answer('How it runs: here, compose or systemd (here)', run, 'here', way),
    model: await answer(
      'A key of Anthropic or OpenAI, so that a model answers (none)',
      key ?? given(env.ANTHROPIC_API_KEY) ?? given(env.OPENAI_API_KEY),
      '',
      modelKey,
    ),
    folder: dir ?? '.',
    isForced: force ?? false,
  };
}

interface Open<T> {
  text: string;
  flag: string | undefined;
  /** What an empty answer means; null: it is no answer. */
  fallback: string | null;
  read: (value: string) => T;
  ask: Question;
  say: (line: string) => void;
}

async function settle<T>({ text, flag, fallback, read, ask, say }: Open<T>): Promise<T> {
  if (flag !== undefined) return read(flag);
  if (ask === null) return read(fallback ?? '');
  for (;;) {
    const said = (await ask(`${text}: `)).trim();
    try {
      return read(said === '' ? (fallback ?? '') : said);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      say(error.message);
    }
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        site: { type: 'string' },
        url: { type: 'string' },
        run: { type: 'string' },
        'model-key': { type: 'string' },
        dir: { type: 'string' },
        force: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Somebody who types a page's address means its site. */
function origin(flag: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError(`${flag} must be an address like https://shop.example, not “${value}”.`);
}

function way(value: string): Way {
  const known = WAYS.find((one) => one === value);
  if (known !== undefined) return known;
  throw new UsageError(`--run must be one of ${WAYS.join(', ')}, not “${value}”.`);
}

function modelKey(key: string): Answers['model'] {
  if (key === '' || key === 'none') return null;
  // A line of the settings' file.
  if (!/^[\w.-]+$/.test(key)) throw new UsageError('--model-key is no key of a provider.');
  return { variable: key.startsWith('sk-ant-') ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY', key };
}

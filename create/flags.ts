// The command line, read and checked: what it says is certain, what it leaves out is asked. Pure, but for the text of an error.

import { parseArgs } from 'node:util';
import {
  AGENT_NAMES,
  type Agent,
  type AgentName,
  type BackendKind,
  KINDS,
  PROVIDERS,
  type Provider,
  TEMPLATE_NAMES,
  type TemplateName,
} from './choices.ts';

/** Words for the terminal: what is wrong, and what to do. */
export class UsageError extends Error {}

export const HELP = `npm create bellhop@latest [folder] -- [options]

Begins a project with a chat: a page, an agent, a first tool and its test.
What you don't say here is asked.

  --template NAME    ${TEMPLATE_NAMES.join(', ')}
  --agent NAME       ${AGENT_NAMES.join(', ')}

  --provider NAME    with --agent model: ${PROVIDERS.join(', ')}
  --key KEY          its key; without one it is written down later
  --base-url URL     its address, of a provider that is compatible with OpenAI
  --model NAME       which model; without one the gateway's choice

  --backend URL      with --agent backend: its address
  --kind NAME        what it speaks: ${KINDS.join(', ')}

  --gateway URL      with --agent gateway: its address
  --site ID          the site's public id, site_pk_…, from its desk

  --packages FOLDER  takes bellhop-*.tgz and bellhop-gateway-*.tgz from there, not from the registry
  --no-install       doesn't run npm install
  --yes              asks nothing: a plain page and the sample agent, where nothing else is said
  --help, --version`;

/** What the command line has said. */
export interface Said {
  folder?: string;
  template?: TemplateName;
  agent?: AgentName;
  provider?: Provider;
  key?: string;
  baseUrl?: string;
  model?: string;
  kind?: BackendKind;
  backend?: string;
  gateway?: string;
  site?: string;
  packages?: string;
  isInstalling?: boolean;
  isYes: boolean;
  isHelp: boolean;
  isVersion: boolean;
}

const OPTIONS = {
  template: { type: 'string' },
  agent: { type: 'string' },
  provider: { type: 'string' },
  key: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  backend: { type: 'string' },
  kind: { type: 'string' },
  gateway: { type: 'string' },
  site: { type: 'string' },
  packages: { type: 'string' },
  install: { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const;

/** The flags that only one agent has. */
const OWN: Readonly<Record<string, AgentName>> = {
  provider: 'model',
  key: 'model',
  'base-url': 'model',
  model: 'model',
  backend: 'backend',
  kind: 'backend',
  gateway: 'gateway',
  site: 'gateway',
};

/** @throws UsageError */
export function readFlags(args: readonly string[]): Said {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new UsageError(`${(error as Error).message.replace(/\. To specify.*/s, '.')}\n\n${HELP}`);
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1) {
    throw new UsageError(
      `One folder at most; these are ${positionals.length}: ${positionals.join(' ')}`,
    );
  }
  const agent = oneOf('--agent', values.agent, AGENT_NAMES) ?? agentOf(values);
  for (const [flag, only] of Object.entries(OWN)) {
    if (values[flag as keyof typeof values] !== undefined && only !== agent) {
      throw new UsageError(`--${flag} goes with --agent ${only}, and not with --agent ${agent}.`);
    }
  }
  return drop<Said>({
    folder: positionals[0],
    template: oneOf('--template', values.template, TEMPLATE_NAMES),
    agent,
    provider: oneOf('--provider', values.provider, PROVIDERS),
    key: values.key,
    baseUrl: address('--base-url', values['base-url']),
    model: values.model,
    kind: oneOf('--kind', values.kind, KINDS),
    backend: address('--backend', values.backend),
    gateway: address('--gateway', values.gateway),
    site: site(values.site),
    packages: values.packages,
    isInstalling: values.install,
    isYes: values.yes === true,
    isHelp: values.help === true,
    isVersion: values.version === true,
  });
}

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, allowNegative: true });

/** The only agent that its own flags can mean. */
function agentOf(values: Readonly<Record<string, unknown>>): AgentName | undefined {
  const named = Object.entries(OWN).filter(([flag]) => values[flag] !== undefined);
  return named[0]?.[1];
}

function oneOf<Word extends string>(
  flag: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = words.find((one) => one === value.toLowerCase().replace('-', '_'));
  if (word !== undefined) return word;
  throw new UsageError(`${flag} is one of ${words.join(', ')}; "${value}" is not.`);
}

export function address(flag: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (URL.canParse(value) && /^https?:/.test(value)) return value.replace(/\/+$/, '');
  throw new UsageError(
    `${flag} is a web address, such as https://gateway.example; "${value}" is not.`,
  );
}

export function site(value: string | undefined): string | undefined {
  if (value === undefined || /^site_pk_[a-z0-9]{16,64}$/.test(value)) return value;
  throw new UsageError(
    `--site is a public id of the desk's page "Sites", site_pk_…; "${value}" is not.`,
  );
}

/** The agent where nothing more has to be asked; null otherwise. */
export function agentFrom(said: Said): Agent | null {
  const { agent, provider, key = '', baseUrl = '', model = '', kind, backend, gateway } = said;
  switch (agent) {
    case 'sample':
      return { name: 'sample' };
    case 'model':
      if (provider === undefined || (provider === 'compatible' && baseUrl === '')) return null;
      return { name: 'model', provider, key, baseUrl, model };
    case 'backend':
      return kind && backend ? { name: 'backend', kind, url: backend } : null;
    case 'gateway':
      return gateway && said.site ? { name: 'gateway', url: gateway, site: said.site } : null;
    case undefined:
      return null;
  }
}

/** What was not said is not there. */
function drop<T extends object>(given: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as unknown as T;
}

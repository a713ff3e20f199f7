// Writes a project: the files of its template, those that all have, and the settings of its agent.

import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Agent, type Plan, TEMPLATES } from './choices.ts';

/** Names that npm would not pack, or would take for its own. */
const REAL_NAMES: Readonly<Record<string, string>> = { _gitignore: '.gitignore' };

/**
 * @param templates the folder with those of this package
 * @param random 24 bytes and more, for the key of the project's own gateway
 */
export function writeProject(
  plan: Plan,
  templates: string,
  random: () => string = () => randomBytes(24).toString('base64url'),
): void {
  const template = TEMPLATES.find(({ name }) => name === plan.template);
  if (template === undefined) throw new Error(`There is no template "${plan.template}".`);
  const root = resolve(plan.folder);
  mkdirSync(root, { recursive: true });
  const hasGateway = plan.agent.name !== 'gateway';
  const words: Readonly<Record<string, string>> = {
    NAME: plan.name,
    PREFIX: template.prefix,
    DEV: template.dev,
  };
  copyFolder(join(templates, 'all'), root, words);
  copyFolder(join(templates, plan.template), root, words);
  if (hasGateway) copyFolder(join(templates, 'gateway'), root, words);
  if (plan.agent.name === 'sample') copyFolder(join(templates, 'sample'), root, words);
  const start = hasGateway ? 'node bellhop/dev.mjs ' : '';
  write(root, 'package.json', {
    name: plan.name,
    private: true,
    type: 'module',
    scripts: {
      dev: `${start}${template.dev}`,
      build: template.build,
      preview: `${start}${template.preview}`,
      test: 'vitest run',
    },
    dependencies: sorted({ ...template.dependencies, bellhop: plan.packages.bellhop }),
    devDependencies: sorted({
      ...template.devDependencies,
      ...(hasGateway && { 'bellhop-gateway': plan.packages.gateway }),
      vitest: '^5.1.1',
    }),
  });
  for (const [file, lines] of Object.entries(settingsOf(plan.agent, template.prefix, random))) {
    writeFileSync(join(root, file), `${lines.join('\n')}\n`);
  }
}

/** What stands in which file. A file that holds a secret is in .gitignore. */
function settingsOf(
  agent: Agent,
  prefix: string,
  random: () => string,
): Readonly<Record<string, readonly string[]>> {
  if (agent.name === 'gateway') {
    return {
      '.env': [
        '# Public: they stand in the page.',
        `${prefix}BELLHOP_GATEWAY=${agent.url}`,
        `${prefix}BELLHOP_SITE=${agent.site}`,
      ],
    };
  }
  const own = [
    '# Settings of the gateway on this machine. Secret: this file stays out of your repository.',
    `BELLHOP_ADMIN_KEY=${random()}`,
  ];
  if (agent.name === 'model') {
    const name = agent.provider === 'anthropic' ? 'ANTHROPIC' : 'OPENAI';
    own.push(`${name}_API_KEY=${agent.key}`);
    if (agent.baseUrl !== '') own.push(`${name}_BASE_URL=${agent.baseUrl}`);
    if (agent.model !== '') own.push(`BELLHOP_MODEL=${agent.model}`);
  }
  if (agent.name === 'backend') {
    own.push(
      `BELLHOP_BACKEND_KIND=${agent.kind}`,
      `BELLHOP_BACKEND_URL=${agent.url}`,
      '# It may be on this machine.',
      'BELLHOP_AGENTS_PRIVATE=1',
    );
  }
  if (agent.name === 'sample') own.push('BELLHOP_AGENT_MODULE=./agent.mjs');
  return { '.env.gateway': own };
}

function copyFolder(from: string, to: string, words: Readonly<Record<string, string>>): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(
      to,
      entry.parentPath.slice(from.length),
      REAL_NAMES[entry.name] ?? entry.name,
    );
    mkdirSync(dirname(target), { recursive: true });
    if (/\.(svg|ico|png)$/.test(entry.name)) copyFileSync(path, target);
    else writeFileSync(target, fill(readFileSync(path, 'utf8'), words));
  }
}

/** `__NAME__` in a template's file. */
const fill = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/__([A-Z]+)__/g, (whole, word: string) => words[word] ?? whole);

const sorted = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)));

function write(root: string, file: string, value: unknown): void {
  writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`);
}

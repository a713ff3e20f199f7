// What can be wrong with a snippet of HTML, CSS, JSON or shell: sentences, none where all is well.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USAGE } from '../../gateway/usage.ts';
import { parseOverrides } from '../../src/i18n/index.ts';
import { ATTRIBUTE_NAMES, ATTRIBUTES, toAttribute } from '../../src/loader/attributes.ts';
import { parts, properties } from '../tools/reference/looks.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = new Map(ATTRIBUTE_NAMES.map((name) => [toAttribute(name), name]));
const PAGE = { baseUrl: 'https://shop.example/', isColor: () => true };

const ATTRIBUTE = /([\w:@-]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g;

/** Of a tag of Bellhop's: attributes that it doesn't know, and values that it would refuse. */
function tagProblems(attributes: string, isElement: boolean): string[] {
  const problems: string[] = [];
  for (const [, key = '', double, single = ''] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single;
    const known = NAMES.get(isElement ? `data-${key}` : key);
    if (known === undefined) {
      if (!isElement && key.startsWith('data-')) problems.push(`${key} is no attribute.`);
      if (isElement && !/^(id|class|style|slot|hidden|[@:].*)$/.test(key)) {
        problems.push(`${key} is no attribute of <bellhop-chat>.`);
      }
      continue;
    }
    // A theme may be a word, or JSON.
    if (known === 'theme' && value.startsWith('{')) problems.push(...checkJson(value, false));
    else if (ATTRIBUTES[known].parse(value, PAGE) === undefined) {
      problems.push(`${key} doesn't take "${value}".`);
    }
  }
  return problems;
}

export interface MarkupCheck {
  problems: string[];
  /** Scripts that stand in it, for the compiler. */
  scripts: string[];
}

export function checkHtml(code: string): MarkupCheck {
  const problems: string[] = [];
  const scripts: string[] = [];
  for (const [, attributes = '', body = ''] of code.matchAll(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/src="[^"]*bellhop[^"]*\.js"/.test(attributes))
      problems.push(...tagProblems(attributes, false));
    if (body.trim() === '') continue;
    if (/type="application\/json"/.test(attributes)) {
      problems.push(...checkJson(body, /bellhop|strings/.test(attributes)));
    } else scripts.push(body);
  }
  for (const [, attributes = ''] of code.matchAll(/<bellhop-chat\b([^>]*)>/g)) {
    problems.push(...tagProblems(attributes, true));
  }
  const known = new Set(NAMES.keys());
  for (const [, name = ''] of code.matchAll(/<meta name="bellhop:([\w-]+)"/g)) {
    if (!known.has(`data-${name}`)) problems.push(`bellhop:${name} is no attribute.`);
  }
  for (const tag of ['script', 'style', 'div', 'main', 'form', 'bellhop-chat', 'html', 'body']) {
    const opened = code.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0;
    const closed = code.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0;
    if (opened !== closed)
      problems.push(`<${tag}> is opened ${opened} and closed ${closed} times.`);
  }
  return { problems, scripts };
}

export function checkJson(code: string, isWording = false): string[] {
  try {
    const value: unknown = JSON.parse(code);
    return isWording ? parseOverrides(value).problems : [];
  } catch (error) {
    return [String(error)];
  }
}

const PROPERTIES = new Set(properties().map(({ name }) => `--bellhop-${name}`));
const PARTS = new Set(parts());

export function checkCss(code: string): string[] {
  const problems: string[] = [];
  for (const [name] of code.matchAll(/--bellhop-[\w-]+/g)) {
    if (!PROPERTIES.has(name)) problems.push(`${name} is no property.`);
  }
  for (const [, name = ''] of code.matchAll(/::part\(([\w-]+)\)/g)) {
    if (!PARTS.has(name)) problems.push(`${name} is no part.`);
  }
  if (code.split('{').length !== code.split('}').length) problems.push('The braces don’t match.');
  return problems;
}

const DIRECTIVES =
  /^(?:(?:default|script|style|connect|img|media|font|frame|worker)-src|frame-ancestors|base-uri|form-action|object-src|require-trusted-types-for|trusted-types)(?: \S+)+$/;

/** A Content Security Policy: each directive is one, and has a value. */
export function checkPolicy(code: string): string[] {
  return code
    .split(';')
    .map((directive) => directive.trim().replace(/^Content-Security-Policy: /, ''))
    .filter((directive) => directive !== '' && !DIRECTIVES.test(directive))
    .map((directive) => `"${directive}" is no directive.`);
}

const { scripts: COMMANDS } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Variables of the environment that stand in the texts which a test or `--help` holds true. */
const VARIABLES = [
  USAGE,
  ...['README.md', 'docs/contributing/suites.md', 'wordpress/README.md'].map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  ),
  readFileSync(join(ROOT, 'docs/session-endpoint.md'), 'utf8'),
].join('\n');

/** @param paths of the gateway's calls, with {names}; a call of `curl` must be one of them */
export function checkShell(code: string, paths: readonly string[]): string[] {
  const problems: string[] = [];
  const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
  if (status !== 0) problems.push(stderr.trim());
  for (const [, name = ''] of code.matchAll(/\bnpm run ([\w:-]+)/g)) {
    // `dev` is one of a project that `npm create bellhop` makes.
    if (!(name in COMMANDS) && name !== 'dev') problems.push(`npm run ${name} is no command.`);
  }
  for (const [, options = ''] of code.matchAll(/bellhop-gateway(?!\.)((?: [^\n|#]*)?)/g)) {
    for (const [, option = ''] of options.matchAll(/ (--[a-z-]+)/g)) {
      if (!USAGE.includes(option)) problems.push(`bellhop-gateway has no ${option}.`);
    }
  }
  for (const [name] of code.matchAll(/\bBELLHOP_[A-Z_]+/g)) {
    if (!VARIABLES.includes(name)) problems.push(`Nothing reads ${name}.`);
  }
  const patterns = paths.map(
    (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
  );
  for (const [, path = ''] of code.matchAll(
    /(?:\$G|\$GATEWAY|gateway\.example)(\/(?:admin|v1)[^\s"'?]*)/g,
  )) {
    if (!patterns.some((pattern) => pattern.test(path))) problems.push(`${path} is no call.`);
  }
  return problems;
}

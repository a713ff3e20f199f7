// Finds every regular expression in a file's text: literals and calls of RegExp in TypeScript and JavaScript, quoted patterns of
// preg_* in PHP. Knows nothing of what they cost.

import { parseSync } from 'vite';

export interface FoundPattern {
  source: string;
  flags: string;
}

export interface Found {
  patterns: FoundPattern[];
  /** Source text of each call that puts a pattern together as it runs. */
  built: string[];
}

const SCRIPT = /\.(?:[jt]sx?|mjs)$/;

export function findPatterns(path: string, text: string): Found {
  const found: Found = { patterns: [], built: [] };
  if (path.endsWith('.php')) findInPhp(text, found);
  else if (SCRIPT.test(path)) visit(parseSync(path, text).program, text, found);
  return found;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

function visit(value: unknown, text: string, found: Found): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, text, found);
    return;
  }
  if (!isNode(value)) return;
  const { regex } = value;
  if (value.type === 'Literal' && isPattern(regex)) {
    found.patterns.push({ source: regex.pattern, flags: regex.flags });
  }
  if (isRegExpCall(value)) {
    const [source, flags] = (value.arguments as unknown[]).map(stringOf);
    if (typeof source === 'string') found.patterns.push({ source, flags: flags ?? '' });
    else found.built.push(text.slice(value.start, value.end).replaceAll(/\s+/g, ' '));
  }
  for (const field of Object.values(value)) visit(field, text, found);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const isPattern = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value;

function isRegExpCall({ type, callee }: Node): boolean {
  return (
    (type === 'NewExpression' || type === 'CallExpression') &&
    isNode(callee) &&
    callee.name === 'RegExp'
  );
}

function stringOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Literal' && typeof value.value === 'string'
    ? value.value
    : undefined;
}

/** A quoted text of PHP that begins and ends as a pattern does, with what its quotes escape taken back. */
const PHP_QUOTED = /'((?:[^'\\]|\\[\s\S])*)'/g;
const PHP_PATTERN = /^([/#~])([\s\S]*)\1([imsxuADU]*)$/;
/** A call whose pattern isn't one whole quoted text. */
const PHP_BUILT =
  /\bpreg_(?:match|match_all|replace|replace_callback|split|grep)\(\s*('[^'\n]*' *\.[^\n]*)/g;

function findInPhp(text: string, found: Found): void {
  for (const [, call = ''] of text.matchAll(PHP_BUILT)) found.built.push(call.trim());
  for (const [, quoted = ''] of text.matchAll(PHP_QUOTED)) {
    const [, , source, modifiers = ''] =
      PHP_PATTERN.exec(quoted.replaceAll(/\\(['\\])/g, '$1')) ?? [];
    // A path of WordPress, such as '/bellhop/v1/', has no sign of a pattern.
    if (source === undefined || !/[\\^$*+?[({|]/.test(source)) continue;
    found.patterns.push({
      source: inScript(source),
      flags: [...modifiers].filter((one) => 'imsu'.includes(one)).join(''),
    });
  }
}

/** PCRE's notation where JavaScript has another. */
const inScript = (source: string) =>
  source
    .replaceAll(/\\x\{([0-9a-f]+)\}/gi, '\\u{$1}')
    .replaceAll('\\R', '(?:\\r\\n|[\\n-\\r\\u0085\\u2028\\u2029])')
    .replaceAll('\\G', '^');

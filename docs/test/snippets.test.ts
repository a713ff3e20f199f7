// Every snippet of the documents is checked: compiled, parsed, or played by the test that is named here. One that nothing
// checks fails, unless its page says why.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compile as compileSvelte } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { compileScript as compileVue, parse as parseVue } from 'vue/compiler-sfc';
import { PAGES } from '../tools/pages.ts';
import { recordGateway } from '../tools/record-gateway.ts';
import { WRITERS } from '../tools/reference/index.ts';
import { type Snippet, snippetsOf } from '../tools/snippets.ts';
import { checkCss, checkHtml, checkJson, checkPolicy, checkShell } from './check-markup.ts';
import { checkArrows, checkMap, checkSettings } from './check-texts.ts';
import { compile, type Program } from './compile.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What Svelte's compiler knows in a script. */
const RUNES = 'declare function $state<T>(value: T): T; declare function $props(): any;';

/** Snippets that are played elsewhere, each by a test that takes it from its page. */
const PLAYED = [
  {
    file: 'docs/frameworks.md',
    languages: ['vue', 'svelte', 'ts angular', 'js vue'],
    by: 'test/browser/frameworks.test.ts',
  },
  {
    file: 'docs/session-endpoint.md',
    languages: ['php', 'python'],
    by: 'src/test/endpoint/other-languages.test.ts',
  },
  {
    file: 'docs/how-to/upgrades.md',
    languages: ['http'],
    by: 'test/browser/upgrade.test.ts',
  },
];

/** Documents that are read where they lie, for people who work there. */
const READ_THERE = [
  'README.md',
  'scripts/release/npm-readme.md',
  ...['', 'browser', 'engines', 'house', 'pages', 'security', 'simulation'].map((name) =>
    posix.join('test', name, 'README.md'),
  ),
  'gateway/test/README.md',
  'demo/test/README.md',
];
const files = [...READ_THERE, ...PAGES.flatMap(({ file }) => (file === undefined ? [] : [file]))];
const written: Snippet[] = [];
for (const [name, write] of Object.entries(WRITERS)) {
  written.push(...snippetsOf(`docs/reference/${name}.md`, await write()));
}
const snippets = [
  ...files.flatMap((file) => snippetsOf(file, readFileSync(join(ROOT, file), 'utf8'))),
  ...written,
];
const { openapi } = await recordGateway();
const calls = Object.keys((JSON.parse(openapi) as { paths: object }).paths);

const where = ({ file, line, language }: Snippet) => `${file}:${line} (${language})`;
/** A word behind the language stands for a snippet that has it. */
const playedBy = ({ file, language, code }: Snippet) =>
  PLAYED.find(
    (one) =>
      one.file === file &&
      one.languages.some((words) => {
        const [name, has = ''] = words.split(' ');
        return name === language && code.includes(has);
      }),
  );
const has = (command: string) => spawnSync(command, ['--version']).status === 0;

/** Programs for the compiler, and what else is wrong with a snippet; null: nothing checks its language. */
function check(snippet: Snippet): { programs: Program[]; problems: string[] } | null {
  const { language, code, given, rest } = snippet;
  const none = { programs: [], problems: [] };
  const program = (text: string, of: Program['language']): Program => ({
    where: where(snippet),
    language: of,
    code: text,
    given,
  });
  switch (language) {
    case 'ts':
    case 'tsx':
    case 'js':
    case 'jsx':
      return { programs: [program(code, language)], problems: [] };
    case 'html': {
      const { problems, scripts } = checkHtml(code);
      return { programs: scripts.map((text) => program(text, 'js')), problems };
    }
    case 'json':
      return { programs: [], problems: checkJson(code) };
    case 'csp':
      return { programs: [], problems: checkPolicy(code) };
    case 'css':
      return { programs: [], problems: checkCss(code) };
    case 'sh':
      return { programs: [], problems: checkShell(code, calls) };
    case 'ini':
      return {
        programs: [],
        problems: checkSettings(code, readFileSync(join(ROOT, snippet.file), 'utf8')),
      };
    case 'text':
      if (rest === 'map') return { programs: [], problems: checkMap(code) };
      if (rest === 'arrows') return { programs: [], problems: checkArrows(code) };
      return null;
    case 'php': {
      if (!has('php')) return none;
      const { status, stdout } = spawnSync('php', ['-l'], {
        input: code.startsWith('<?php') ? code : `<?php\n${code}`,
        encoding: 'utf8',
      });
      return { programs: [], problems: status === 0 ? [] : [stdout] };
    }
    case 'python': {
      if (!has('python3')) return none;
      const { status, stderr } = spawnSync(
        'python3',
        ['-c', 'import ast,sys; ast.parse(sys.stdin.read())'],
        { input: code, encoding: 'utf8' },
      );
      return { programs: [], problems: status === 0 ? [] : [stderr] };
    }
    case 'vue': {
      const { descriptor, errors } = parseVue(code);
      const problems = errors.map(String);
      if (problems.length > 0) return { programs: [], problems };
      // A template's own mistakes are found when it becomes a function.
      const { content } = compileVue(descriptor, { id: 'snippet', inlineTemplate: true });
      const [, script = ''] = /<script[^>]*>([\s\S]*?)<\/script>/.exec(code) ?? [];
      return { programs: content ? [program(script, 'ts')] : [], problems: [] };
    }
    case 'svelte': {
      compileSvelte(code, { generate: 'client' });
      const [, script = ''] = /<script[^>]*>([\s\S]*?)<\/script>/.exec(code) ?? [];
      return { programs: [program(`${RUNES}\n${script}`, 'js')], problems: [] };
    }
    default:
      return null;
  }
}

describe('the snippets of the documents', () => {
  const bare = snippets.filter(({ unchecked }) => unchecked === null);
  const played = bare.filter((snippet) => playedBy(snippet) !== undefined);
  const checked = bare
    .filter((snippet) => playedBy(snippet) === undefined)
    .map((snippet) => ({ snippet, result: check(snippet) }));

  it('are all checked, or say why not', () => {
    const missing = checked.filter(({ result }) => result === null);
    expect(missing.map(({ snippet }) => where(snippet))).toEqual([]);
    const reasons = snippets.filter(({ unchecked }) => unchecked !== null && unchecked.length < 15);
    expect(reasons.map(where)).toEqual([]);
    console.log(
      `${snippets.length} snippets: ${checked.length} checked here, ${played.length} played by other tests, ${snippets.length - bare.length} unchecked with a reason.`,
    );
    expect(checked.length).toBeGreaterThan(40);
  });

  it('name nothing that isn’t there, and can be parsed', () => {
    const problems = checked.flatMap(({ snippet, result }) =>
      (result?.problems ?? []).map((problem) => `${where(snippet)}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('compile against the package, while wrong ones don’t', () => {
    const programs = checked.flatMap(({ result }) => result?.programs ?? []);
    expect(programs.length).toBeGreaterThan(15);
    const given = 'declare const count: number;';
    const wrong = [
      "import { createBellhop } from 'bellhop';\ncreateBellhop({ gateway: 'x', sesion: '/s' });",
      "window.bellhop.push((chat) => chat.on('opened', () => {}));",
      'count.toUpperCase();',
    ].map((code, at): Program => ({ where: `wrong ${at}`, language: 'js', code, given }));
    // In one run: the compiler reads the package's sources each time.
    const found = compile([...programs, ...wrong]);
    expect(found.filter((line) => !line.startsWith('wrong'))).toEqual([]);
    const noticed = new Set(found.map((line) => line.split(':')[0]));
    expect(noticed.size).toBe(wrong.length);
  });

  it.each(PLAYED)('of $file are taken by $by', ({ file, by, languages }) => {
    expect(readFileSync(join(ROOT, by), 'utf8').includes(file.replace(/^docs\//, ''))).toBe(true);
    expect(played.filter((one) => one.file === file).length).toBeGreaterThan(0);
    expect(languages.length).toBeGreaterThan(0);
  });
});

describe('what checks the snippets', () => {
  it.each<[string, string[]]>([
    [
      'an attribute that isn’t there',
      checkHtml('<script src="/bellhop.js" data-colour="red"></script>').problems,
    ],
    [
      'a value that an attribute refuses',
      checkHtml('<bellhop-chat theme="pink"></bellhop-chat>').problems,
    ],
    ['a text that isn’t there', checkJson('{"gretting":"Hi"}', true)],
    ['a property that isn’t there', checkCss('bellhop-host { --bellhop-colour: red }')],
    ['a part that isn’t there', checkCss('bellhop-host::part(head) { color: red }')],
    ['a command that isn’t there', checkShell('npm run dcos', [])],
    ['an option that isn’t there', checkShell('npx bellhop-gateway --prot 4000', [])],
    ['a variable that nothing reads', checkShell('BELLHOP_KEYS=x npm start', [])],
    ['a setting that its page doesn’t read', checkSettings('A=1\nB=2', 'process.env.A')],
    [
      'a folder that isn’t there',
      checkMap('src/     all\n  grotto/  x').filter((problem) => problem.includes('grotto')),
    ],
    [
      'a folder that the map leaves out',
      checkMap('src/     all').filter((problem) => problem.includes('src/tools')),
    ],
    ['a room that isn’t there', checkArrows('protocol  ←  client, grotto')],
    ['a call that isn’t there', checkShell('curl $G/admin/sesions', ['/admin/sessions'])],
  ])('notices %s', (_what, problems) => {
    expect(problems).toHaveLength(1);
  });

  it('reads what a page declares, and its reason', () => {
    const text =
      '<!-- given: declare const a: 1; -->\n```js\na;\n```\n```text unchecked="a program prints it"\nb\n```';
    expect(snippetsOf('page.md', text)).toMatchObject([
      { line: 2, language: 'js', code: 'a;', given: 'declare const a: 1;', unchecked: null },
      { line: 5, code: 'b', given: '', unchecked: 'a program prints it' },
    ]);
  });
});

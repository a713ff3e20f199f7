// What the generator makes of a command line, and what it writes: without npm and without a network.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Agent, type Plan, TEMPLATE_NAMES } from '../choices.ts';
import { agentFrom, readFlags } from '../flags.ts';
import { checkFolder } from '../folder.ts';
import { findPackages } from '../packages.ts';
import { writeProject } from '../write.ts';

const TEMPLATES = join(import.meta.dirname, '../templates');
const SITE = `site_pk_${'a1'.repeat(12)}`;
const work = mkdtempSync(join(tmpdir(), 'create-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

let count = 0;
function made(change: Partial<Plan> = {}): {
  folder: string;
  read(file: string): string;
  has(file: string): boolean;
} {
  const folder = join(work, `project-${++count}`);
  const plan: Plan = {
    folder,
    name: 'my-chat',
    template: 'plain',
    agent: { name: 'sample' },
    isInstalling: false,
    packages: { bellhop: '^1.0.0', gateway: '^2.0.0' },
    ...change,
  };
  writeProject(plan, TEMPLATES, () => 'a-key-of-this-test');
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    has: (file) => existsSync(join(folder, file)),
  };
}

describe('a command line', () => {
  it.each<[string[], Agent]>([
    [['--agent', 'sample'], { name: 'sample' }],
    [
      ['--provider', 'openai', '--key', 'sk-1'],
      { name: 'model', provider: 'openai', key: 'sk-1', baseUrl: '', model: '' },
    ],
    [
      ['--backend', 'http://localhost:8000/chat/', '--kind', 'ag-ui'],
      { name: 'backend', kind: 'ag_ui', url: 'http://localhost:8000/chat' },
    ],
    [
      ['--gateway', 'https://gateway.example', '--site', SITE],
      { name: 'gateway', url: 'https://gateway.example', site: SITE },
    ],
  ])('says all that is needed of an agent: %j', (args, agent) => {
    expect(agentFrom(readFlags(args))).toEqual(agent);
  });

  it.each([[[]], [['--agent', 'model']], [['--agent', 'gateway']], [['--provider', 'compatible']]])(
    'leaves something to be asked: %j',
    (args) => {
      expect(agentFrom(readFlags(args))).toBeNull();
    },
  );

  it.each([
    [['one', 'two'], 'One folder at most'],
    [['--template', 'vuee'], 'plain, react, next, vue, svelte, astro'],
    [['--agent', 'robot'], 'sample, model, backend, gateway'],
    [['--gateway', 'gateway.example'], 'is a web address'],
    [['--site', 'mine', '--agent', 'gateway'], 'site_pk_'],
    [['--agent', 'sample', '--key', 'sk-1'], '--key goes with --agent model'],
    [['--nope'], '--help'],
    [['--template'], '--help'],
  ])('is refused in words that help: %j', (args, words) => {
    expect(() => readFlags(args)).toThrow(words);
  });
});

describe('a folder', () => {
  it('is taken where nothing stands in it that could be lost', () => {
    const folder = join(work, 'My Chat');
    expect(checkFolder(folder)).toBe('my-chat');
    mkdirSync(join(folder, '.git'), { recursive: true });
    expect(checkFolder(folder)).toBe('my-chat');
  });

  it('is refused, and left as it is, where something does', () => {
    const folder = join(work, 'taken');
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(() => checkFolder(folder)).toThrow(/isn't empty: notes\.txt.*nothing was written/);
    expect(() => checkFolder(join(folder, 'notes.txt'))).toThrow('is a file');
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });
});

describe('packed packages', () => {
  it('are taken from a folder, which has to have both', () => {
    const folder = join(work, 'packs');
    expect(() => findPackages(folder, '1.0.0')).toThrow('there is no folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'bellhop-1.0.0.tgz'), '');
    expect(() => findPackages(folder, '1.0.0')).toThrow('has no bellhop-gateway');
    writeFileSync(join(folder, 'bellhop-gateway-1.0.0.tgz'), '');
    expect(findPackages(folder, '1.0.0').bellhop).toBe(`file:${join(folder, 'bellhop-1.0.0.tgz')}`);
    expect(findPackages(undefined, '1.2.3').gateway).toBe('^1.2.3');
  });
});

describe('a project', () => {
  it.each(TEMPLATE_NAMES)(
    'of the template %s has a page, tools, their test and an agent',
    (template) => {
      const { read, has } = made({ template });
      const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json'));
      expect(scripts.dev).toMatch(/^node bellhop\/dev\.mjs \w+/);
      expect(dependencies.bellhop).toBe('^1.0.0');
      expect(devDependencies).toMatchObject({ 'bellhop-gateway': '^2.0.0' });
      for (const file of ['src/tools.js', 'test/tools.test.js', 'agent.mjs', 'bellhop/dev.mjs']) {
        expect(has(file), file).toBe(true);
      }
      // The key stays out of the repository.
      expect(read('.env.gateway')).toContain('BELLHOP_ADMIN_KEY=a-key-of-this-test');
      expect(read('.gitignore')).toContain('.env.gateway');
      expect(read('bellhop/dev.mjs')).not.toMatch(/__[A-Z]+__/);
    },
  );

  it('at a gateway that runs already starts none, and holds no secret', () => {
    const agent: Agent = { name: 'gateway', url: 'https://gateway.example', site: SITE };
    const { read, has } = made({ agent, template: 'next' });
    expect(JSON.parse(read('package.json')).scripts.dev).toBe('next dev');
    expect(read('.env')).toContain(`NEXT_PUBLIC_BELLHOP_SITE=${SITE}`);
    for (const file of ['.env.gateway', 'bellhop', 'agent.mjs'])
      expect(has(file), file).toBe(false);
  });

  it.each<[Agent, string[]]>([
    [
      { name: 'model', provider: 'anthropic', key: 'sk-1', baseUrl: '', model: '' },
      ['ANTHROPIC_API_KEY=sk-1'],
    ],
    [
      {
        name: 'model',
        provider: 'compatible',
        key: 'k',
        baseUrl: 'http://localhost:11434/v1',
        model: 'm',
      },
      ['OPENAI_API_KEY=k', 'OPENAI_BASE_URL=http://localhost:11434/v1', 'BELLHOP_MODEL=m'],
    ],
    [
      { name: 'backend', kind: 'ai_sdk', url: 'http://localhost:8000/chat' },
      [
        'BELLHOP_BACKEND_KIND=ai_sdk',
        'BELLHOP_BACKEND_URL=http://localhost:8000/chat',
        'BELLHOP_AGENTS_PRIVATE=1',
      ],
    ],
  ])('tells its gateway who answers: %j', (agent, lines) => {
    const { read, has } = made({ agent });
    expect(read('.env.gateway').split('\n')).toEqual(expect.arrayContaining(lines));
    expect(has('agent.mjs')).toBe(false);
  });
});

describe('the sample agent', () => {
  const message = (text: string) => ({ type: 'user.message', content: [{ type: 'text', text }] });
  const result = (content: string) => ({ type: 'user.tool_result', content: [{ content }] });
  async function says(
    history: unknown[],
    names = ['add_to_cart', 'show_cart'],
  ): Promise<unknown[]> {
    const { default: module } = await import(
      pathToFileURL(join(TEMPLATES, 'sample/agent.mjs')).href
    );
    const tools = names.map((name) => ({ name }));
    const all: unknown[] = [];
    for await (const one of module.agent.turn({ history, tools })) all.push(one);
    return all;
  }

  it('calls the tools of the templates by their names, and tells what they said', async () => {
    expect(await says([message('Add two mugs')])).toEqual([
      { kind: 'tool_use', name: 'add_to_cart', input: { product_id: 'mug', quantity: 2 } },
    ]);
    expect(await says([message('What is in my cart?')])).toEqual([
      { kind: 'tool_use', name: 'show_cart', input: {} },
    ]);
    const items = JSON.stringify({ items: [{ product_id: 'mug', quantity: 2 }] });
    expect(JSON.stringify(await says([message('My cart?'), result(items)]))).toContain('2 × mug');
  });

  it('calls no tool that the page does not offer', async () => {
    const [first] = await says([message('Add two mugs')], []);
    expect(first).toMatchObject({ kind: 'message' });
  });
});

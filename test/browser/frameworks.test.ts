// docs/frameworks.md, and React's own page: each example in a fresh project, with Bellhop from its tarball and the framework from the registry, built
// by Vite and driven in a browser.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snippetsOf } from '../../docs/tools/snippets.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { createWorld, recordConsole, type World } from './support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/frameworks.md'), 'utf8');

interface Framework {
  name: string;
  packages: readonly string[];
  /** Files of the project; the example's own code is one of them. */
  files: Readonly<Record<string, string>>;
  /** A file that compiles only if the framework knows the element's attributes. */
  types?: string;
}

/** The example in the section of this name, of this language. */
function exampleOf(section: string, language: string): string {
  const [, text = ''] = DOCUMENT.split(new RegExp(`^## ${section}$`, 'm'));
  const [, code = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(text) ?? [];
  if (code === '') throw new Error(`docs/frameworks.md has no ${language} under "${section}".`);
  return code;
}

/** A panel inside the page's own layout, of React's own page. */
const REACT = snippetsOf('', readFileSync(join(ROOT, 'docs/start/react.md'), 'utf8')).find(
  ({ code }) => code.includes('BellhopChat inline'),
);

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'React',
    packages: ['react', 'react-dom', '@types/react', '@vitejs/plugin-react'],
    files: {
      'vite.config.js': `import react from '@vitejs/plugin-react';
export default { plugins: [react()] };`,
      'Help.tsx': REACT?.code ?? '',
      'main.js': `import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Help } from './Help.tsx';
createRoot(document.querySelector('#app')).render(createElement(StrictMode, null, createElement(Help)));`,
    },
    types: `import type { BellhopChatProps } from 'bellhop/react';
export const right: BellhopChatProps = { gateway: 'https://g.example', session: '/s', inline: true };
// @ts-expect-error an address is text
export const wrong: BellhopChatProps = { gateway: 7, session: '/s' };`,
  },
  {
    name: 'Vue',
    packages: ['vue', '@vitejs/plugin-vue'],
    files: {
      'vite.config.js': exampleOf('Vue', 'js'),
      'App.vue': exampleOf('Vue', 'vue'),
      'main.js': `import { createApp } from 'vue';
import App from './App.vue';
createApp(App).mount('#app');`,
    },
    types: `import 'bellhop/jsx/vue';
import type { GlobalComponents } from 'vue';
type Props = InstanceType<GlobalComponents['bellhop-chat']>['$props'];
export const right: Props = { gateway: 'https://g.example', 'hide-on': '/a', class: 'c' };
// @ts-expect-error an attribute is text
export const wrong: Props = { gateway: 7 };`,
  },
  {
    name: 'Svelte',
    packages: ['svelte', '@sveltejs/vite-plugin-svelte'],
    files: {
      'vite.config.js': `import { svelte } from '@sveltejs/vite-plugin-svelte';
export default { plugins: [svelte()] };`,
      'App.svelte': exampleOf('Svelte', 'svelte'),
      'main.js': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.querySelector('#app') });`,
    },
    types: `import 'bellhop/jsx/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';
type Props = SvelteHTMLElements['bellhop-chat'];
export const right: Props = { gateway: 'https://g.example', 'hide-on': '/a', class: 'c' };
// @ts-expect-error an attribute is text
export const wrong: Props = { gateway: 7 };`,
  },
  {
    name: 'Angular',
    packages: [
      '@angular/core',
      '@angular/common',
      '@angular/compiler',
      '@angular/platform-browser',
      'rxjs',
    ],
    files: {
      'tsconfig.json': '{"compilerOptions":{"experimentalDecorators":true,"target":"ES2022"}}',
      'app.ts': exampleOf('Angular', 'ts'),
      'main.js': `import '@angular/compiler';
import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app.ts';
document.querySelector('#app').append(document.createElement('app-root'));
bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });`,
    },
  },
];

let folder = '';
let tarball = '';
let browser: Browser;
let world: World;

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
}

it.each([
  ['Vue', 'vue'],
  ['Svelte', 'svelte'],
  ['Angular', 'ts'],
])('the example for %s has five lines at most', (section, language) => {
  expect(exampleOf(section, language).split('\n').length).toBeLessThanOrEqual(5);
});

describe('the examples for frameworks', OUTER, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bellhop-frameworks-'));
    run('npm', ['pack', '--ignore-scripts', `--pack-destination=${folder}`], ROOT);
    tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
    browser = await launchBrowser();
    world = await createWorld(await startReferenceGateway({ script: [[{ say: 'Welcome.' }]] }));
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(FRAMEWORKS)('$name: builds, and talks', async ({ name, packages, files, types }) => {
    const project = join(folder, name);
    mkdirSync(project);
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    };
    write('package.json', '{"private":true,"type":"module"}');
    write('index.html', '<div id="app"></div><script type="module" src="/main.js"></script>');
    for (const [path, text] of Object.entries(files)) {
      const own = text
        .replaceAll('https://gateway.example', world.gateway.url)
        // The gateway of these tests has no site of that public id.
        .replace(/site="site_pk_\w+"/g, 'session="/chat/session"');
      write(path, own);
    }
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    run('npm', [...install, tarball, 'vite', ...packages], project);
    run('npx', ['vite', 'build', '--logLevel=error'], project);
    if (types !== undefined) {
      write('types.ts', types);
      const options = '--strict --noEmit --skipLibCheck --module ESNext --moduleResolution Bundler';
      run(
        join(ROOT, 'node_modules/.bin/tsc'),
        [
          ...options.split(' '),
          '--target',
          'ES2022',
          '--lib',
          'ES2023,DOM,DOM.Iterable',
          'types.ts',
        ],
        project,
      );
    }

    const built = join(project, 'dist');
    for (const path of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.js')) continue;
      const headers = { 'content-type': 'text/javascript' };
      world.put(`/${path}`, { html: readFileSync(join(built, path), 'utf8'), headers });
    }
    world.put('/chat/session', '');
    world.put('/', readFileSync(join(built, 'index.html'), 'utf8'));
    const page = await browser.newPage();
    const lines = recordConsole(page);
    // The site of these tests hands out its sessions at another address.
    await page.route('**/chat/session', (route) =>
      route.continue({ url: `${world.site}/session` }),
    );
    await page.goto(`${world.site}/`);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Hello');
    await field.press('Enter');
    await page.getByRole('log').getByText('Welcome.').waitFor();
    expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
    await page.close();
  });
});

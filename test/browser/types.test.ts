// The package's types in projects of their own: Bellhop from its tarball, each framework from the registry, checked by the
// framework's own compiler. What must not compile stands in a file of its own, so that its error is seen.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { createProject, packTarball, terminalEnv } from './support/project.ts';

interface TypedProject {
  name: string;
  packages: readonly string[];
  /** Of tsconfig.json, beside what all projects have. */
  options: object;
  /** The command that checks the types. */
  checker: readonly string[];
  /** Files that compile. */
  right: Readonly<Record<string, string>>;
  /** Files that don't, each with a piece of the error. */
  wrong: Readonly<Record<string, readonly [code: string, error: RegExp]>>;
}

const TSC = ['tsc', '-p', '.'];
const PAGE = ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];
/** Tools that read the compiler's older interface in JavaScript. */
const OLD_COMPILER = 'typescript@5';

/** What every project with a page may do, whatever its framework. */
const CHAT = `import { createBellhop, defineTool, type Chat } from 'bellhop';
import 'bellhop/element';

export const chat: Chat = createBellhop({ gateway: 'https://g.example', session: '/s' });
chat.registerTool(
  defineTool({
    name: 'add',
    description: 'Adds.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    execute: ({ id }) => id.toUpperCase(),
  }),
);
chat.registerTool({
  name: 'choose',
  description: 'Chooses.',
  inputSchema: { type: 'object', properties: { sizes: { type: 'array', items: { type: 'string' } } }, required: ['sizes'] },
  render({ input, respond, root, status }) {
    root.textContent = status === 'asking' ? input.sizes.join() : '';
    respond({ size: input.sizes[0] });
  },
});
const tag: HTMLElementTagNameMap['bellhop-chat'] = document.createElement('bellhop-chat');
tag.configure({ getSession: async () => ({ session_id: 's', token: 't' }) });
export const found: Chat | null | undefined = document.querySelector('bellhop-chat')?.chat;
document.addEventListener('bellhop:message', ({ detail }) => detail.text.trim());
tag.addEventListener('bellhop:unread', (event) => (event.detail.count + 1).toFixed());
addEventListener('bellhop:tool', ({ detail: { isError } }) => isError === true);
chat.on('change', ({ name }) => name.trim());
for (const entry of chat.state.entries ?? []) console.log(entry.kind, entry.at);
`;
const NO_GATEWAY: readonly [string, RegExp] = [
  "import { createBellhop } from 'bellhop';\ncreateBellhop({});\n",
  /no-gateway\.ts.*error TS2345/,
];

const REACT = `import { BellhopChat, useMessages, usePageState, useTool } from 'bellhop/react';

export function Shop({ items }: { items: string[] }) {
  const messages = useMessages();
  usePageState('cart', items);
  useTool('read_cart', { description: 'Reads.', annotations: { readOnlyHint: true } }, () => items);
  const drawn = useTool('choose', {
    description: 'Chooses.',
    inputSchema: { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] },
    render: ({ input, respond }) => <button onClick={() => respond(input.size)}>{input.size.trim()}</button>,
  });
  return (
    <>
      {drawn}
      <BellhopChat inline gateway="https://g.example" session="/s" onReady={(chat) => chat.open()} />
      <ol>{messages.map(({ id, text }) => <li key={id}>{text.trim()}</li>)}</ol>
      <bellhop-chat gateway="https://g.example" session="/s" hide-on="/a" class="c" theme="dark" sound thinking="off"
        onbellhop-message={({ detail }) => detail.text.trim()} />
    </>
  );
}
`;
const REACT_WRONG = `import { BellhopChat } from 'bellhop/react';
export const chat = <BellhopChat gateway={7} session="/s" />;
`;
const REACT_PINK = `import 'bellhop/react';
export const chat = <bellhop-chat gateway="/g" theme="pink" />;
`;
const REACT_INPUT = `import { useTool } from 'bellhop/react';
export function Size() {
  useTool('size', { description: 'S.', inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } }, ({ n }) => n.trim());
}
`;

function react(version: string, compiler: string): TypedProject {
  return {
    name: `React ${version}, with ${compiler}`,
    packages: [`react@${version}`, `react-dom@${version}`, `@types/react@${version}`, compiler],
    options: { jsx: 'react-jsx', lib: PAGE },
    checker: TSC,
    right: { 'chat.ts': CHAT, 'shop.tsx': REACT },
    wrong: {
      'no-gateway.ts': NO_GATEWAY,
      'number.tsx': [REACT_WRONG, /number\.tsx.*error TS2322/],
      'pink.tsx': [REACT_PINK, /pink\.tsx.*error TS2322/],
      'input.tsx': [REACT_INPUT, /input\.tsx.*error TS2339/],
    },
  };
}

const PROJECTS: readonly TypedProject[] = [
  react('18', OLD_COMPILER),
  react('19', 'typescript'),
  {
    name: 'Preact',
    packages: ['preact', '@preact/signals-core', 'typescript'],
    options: { jsx: 'react-jsx', jsxImportSource: 'preact', lib: PAGE },
    checker: TSC,
    right: {
      'chat.ts': CHAT,
      'panel.tsx': `import 'bellhop/jsx/preact';
export const panel = <bellhop-chat gateway="https://g.example" session="/s" hide-on="/a" class="c" theme="dark" sound
  onbellhop-message={({ detail }) => detail.text.trim()} />;
`,
      'signals.ts': `import { effect, signal } from '@preact/signals-core';
import { bellhopSignal, messagesSignal, offerPageState, offerTool } from 'bellhop/signals';
const cart = signal<string[]>([]);
offerPageState('cart', cart);
const leave: () => void = offerTool('add', () => ({
  description: \`Adds to \${cart.value.length}.\`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
}), ({ id }) => { cart.value = [...cart.value, id.trim()]; });
effect(() => { if (messagesSignal().value.length > 3) bellhopSignal().value?.close(); leave(); });
`,
    },
    wrong: {
      'no-gateway.ts': NO_GATEWAY,
      'number.tsx': [
        `import 'bellhop/jsx/preact';\nexport const panel = <bellhop-chat gateway={7} />;\n`,
        /number\.tsx.*error TS2322/,
      ],
    },
  },
  {
    name: 'Vue',
    packages: ['vue', 'vue-tsc', OLD_COMPILER],
    options: { jsx: 'preserve', lib: PAGE },
    checker: ['vue-tsc', '--noEmit', '-p', '.'],
    right: {
      'chat.ts': CHAT,
      'App.vue': `<script setup lang="ts">
import 'bellhop/element';
import 'bellhop/jsx/vue';
</script>
<template><bellhop-chat gateway="https://g.example" session="/s" hide-on="/a" class="c" theme="dark" sound
  @bellhop-message="$event.detail.text.trim()" /></template>
`,
      'Tools.vue': `<script setup lang="ts">
import { ref } from 'vue';
import { useBellhop, useMessages, usePageState, useTool } from 'bellhop/vue';
const cart = ref<string[]>([]);
const messages = useMessages();
const chat = useBellhop();
usePageState('cart', cart);
useTool('add', () => ({
  description: \`Adds to \${cart.value.length}.\`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
}), ({ id }) => { cart.value.push(id.trim()); });
const Sizes = useTool('size', {
  description: 'Asks.',
  inputSchema: { type: 'object', properties: { sizes: { type: 'array', items: { type: 'string' } } }, required: ['sizes'] },
});
</script>
<template>
  <button @click="chat?.open()">{{ messages.map(({ text }) => text.trim()) }}</button>
  <Sizes v-slot="{ input, respond }"><button @click="respond(input.sizes[0]?.trim())" /></Sizes>
</template>
`,
    },
    wrong: {
      'no-gateway.ts': NO_GATEWAY,
      'Wrong.vue': [
        `<script setup lang="ts">
import 'bellhop/jsx/vue';
</script>
<template><bellhop-chat :gateway="7" /></template>
`,
        /Wrong\.vue.*error TS2322/,
      ],
      'Pink.vue': [
        `<script setup lang="ts">
import 'bellhop/jsx/vue';
</script>
<template><bellhop-chat gateway="/g" theme="pink" /></template>
`,
        /Pink\.vue.*error TS2322/,
      ],
      'Input.vue': [
        `<script setup lang="ts">
import { useTool } from 'bellhop/vue';
const Sizes = useTool('size', {
  description: 'Asks.',
  inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
});
</script>
<template><Sizes v-slot="{ input }">{{ input.n.trim() }}</Sizes></template>
`,
        /Input\.vue.*error TS2339/,
      ],
    },
  },
  {
    name: 'Svelte',
    packages: ['svelte', 'svelte-check', OLD_COMPILER],
    options: { lib: PAGE, verbatimModuleSyntax: true },
    checker: [
      'svelte-check',
      '--tsconfig',
      'tsconfig.json',
      '--output',
      'machine',
      '--fail-on-warnings',
    ],
    right: {
      'chat.ts': CHAT,
      'App.svelte': `<script lang="ts">
  import 'bellhop/element';
  import 'bellhop/jsx/svelte';
</script>
<bellhop-chat gateway="https://g.example" session="/s" hide-on="/a" class="c" theme="dark" sound
  onbellhop-message={({ detail }) => detail.text.trim()}></bellhop-chat>
`,
      'Size.svelte': `<script lang="ts">
  import type { RenderedCall } from 'bellhop';
  let { call }: { call: RenderedCall<{ sizes: string[] }> } = $props();
</script>
<button onclick={() => call.respond(call.input.sizes[0])}>{call.status}</button>
`,
      'Tools.svelte': `<script lang="ts">
  import { useBellhop, useMessages, usePageState, useTool } from 'bellhop/svelte';
  import Size from './Size.svelte';
  let cart = $state<string[]>([]);
  const messages = useMessages();
  const chat = useBellhop();
  usePageState('cart', () => cart);
  useTool('add', () => ({
    description: \`Adds to \${cart.length}.\`,
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  }), ({ id }) => { cart.push(id.trim()); });
  useTool('size', {
    description: 'Asks.',
    inputSchema: { type: 'object', properties: { sizes: { type: 'array', items: { type: 'string' } } }, required: ['sizes'] },
    render: Size,
  });
</script>
<button onclick={() => chat.current?.open()}>{messages.current.map(({ text }) => text.trim())}</button>
`,
    },
    wrong: {
      'no-gateway.ts': [NO_GATEWAY[0], /ERROR.*no-gateway\.ts/],
      'Wrong.svelte': [
        `<script lang="ts">
  import 'bellhop/jsx/svelte';
</script>
<bellhop-chat gateway={7}></bellhop-chat>
`,
        /ERROR.*Wrong\.svelte/,
      ],
      'Pink.svelte': [
        `<script lang="ts">
  import 'bellhop/jsx/svelte';
</script>
<bellhop-chat gateway="/g" theme="pink"></bellhop-chat>
`,
        /ERROR.*Pink\.svelte/,
      ],
      'Input.svelte': [
        `<script lang="ts">
  import { useTool } from 'bellhop/svelte';
  useTool('size', {
    description: 'S.',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  }, ({ n }) => n.trim());
</script>
`,
        /ERROR.*Input\.svelte/,
      ],
    },
  },
  {
    name: 'a program without a page',
    packages: ['typescript'],
    options: { lib: ['ES2023'], module: 'NodeNext', moduleResolution: 'NodeNext' },
    checker: TSC,
    right: {
      'program.ts': `import type { Chat, ChatState, Options, PageTool } from 'bellhop';
import { createGatewayClient, GatewayError, type SessionEvent } from 'bellhop/client';

const gateway = createGatewayClient({ baseUrl: 'https://g.example', token: 'k' });
export async function read(session: string): Promise<SessionEvent[]> {
  try {
    return (await gateway.list(session, { limit: 5 })).data;
  } catch (error) {
    if (error instanceof GatewayError && error.isRetryable) return [];
    throw error;
  }
}
export const options: Options = { gateway: 'https://g.example', session: '/s' };
export const tool: PageTool = { name: 'a', description: 'A.', execute: () => 1 };
export const isOpen = (chat: Chat): boolean => chat.state.isOpen;
export const idOf = (state: ChatState): string | null => (state.isLoaded ? state.sessionId : null);
`,
    },
    wrong: {
      'no-gateway.ts': [
        "import type { Options } from 'bellhop';\nexport const options: Options = {};\n",
        /no-gateway\.ts.*error TS2322/,
      ],
    },
  },
];

/** How projects find a package's files. */
const RESOLUTIONS = {
  bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
  node16: { module: 'Node16', moduleResolution: 'Node16' },
  nodenext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
};
/** From the oldest that is promised, to the newest. */
const COMPILERS = ['5.4', '5.9', 'latest'];

/** A schema of each kind, typed inline everywhere, in the strictest project. */
const STRICTEST = `${CHAT}
import { object, string } from 'zod';
import * as v from 'valibot';
import { createHeadlessChat, type HeadlessSnapshot } from 'bellhop/headless';
import { createGatewayClient, type SessionEvent } from 'bellhop/client';
import { createToolBench } from 'bellhop/testing';
import { createSessionHandler } from 'bellhop/server';

chat.registerTool({ name: 'z', description: 'Z.', inputSchema: object({ id: string() }), execute: ({ id }) => id.trim() });
chat.registerTool({
  name: 'v',
  description: 'V.',
  inputSchema: v.object({ id: v.string(), n: v.optional(v.number()) }),
  summarize: ({ id }) => ({ title: id.trim() }),
  execute: ({ id, n = 1 }) => id.repeat(n),
});
export const own = createHeadlessChat({ gateway: 'https://g.example', session: '/s' });
export const snapshot: HeadlessSnapshot = own.getSnapshot();
export const gateway = createGatewayClient({ baseUrl: 'https://g.example', token: 'k' });
export const first = async (): Promise<SessionEvent | undefined> => (await gateway.list('s')).data[0];
export const handler = createSessionHandler({ gateway: 'https://g.example', key: 'k' });
export const bench = createToolBench;
`;

/** Each entry that a program imports; the packages that some need are not there. */
const ENTRIES = [
  '',
  '/client',
  '/element',
  '/headless',
  '/server',
  '/jsx/preact',
  '/jsx/svelte',
  '/jsx/vue',
];

describe('the package’s types, from the tarball', OUTER, () => {
  let scratch = '';
  let tarball = '';
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'bellhop-types-'));
    tarball = packTarball(scratch);
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it.each(PROJECTS)('compile in $name, and refuse what is wrong', async (typed) => {
    const project = createProject([tarball, ...typed.packages]);
    const check = () => {
      const [command = '', ...args] = typed.checker;
      const { status, stdout, stderr } = spawnSync(
        join(project.folder, 'node_modules/.bin', command),
        args,
        { cwd: project.folder, encoding: 'utf8', env: terminalEnv() },
      );
      return { isFine: status === 0, said: `${stdout}${stderr}` };
    };
    try {
      const shared = {
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: [],
      };
      const config = { compilerOptions: { ...shared, ...typed.options }, include: ['*'] };
      project.write('tsconfig.json', JSON.stringify(config));
      for (const [path, code] of Object.entries(typed.right)) project.write(path, code);
      const first = check();
      expect(first.isFine, first.said).toBe(true);
      for (const [path, [code]] of Object.entries(typed.wrong)) project.write(path, code);
      const { isFine, said } = check();
      expect(isFine).toBe(false);
      for (const [, error] of Object.values(typed.wrong)) expect(said).toMatch(error);
      for (const path of Object.keys(typed.right)) expect(said).not.toContain(`${path}(`);
    } finally {
      await project.close();
    }
  });

  it.each(COMPILERS)('compile with TypeScript %s, however it finds files', async (version) => {
    const project = createProject([tarball, `typescript@${version}`, 'zod', 'valibot']);
    try {
      project.write('strictest.ts', STRICTEST);
      const wrong =
        "import { createBellhop } from 'bellhop';\ncreateBellhop({ gateway: 'g', session: '/s', theme: 'pink' });\n";
      for (const resolution of Object.values(RESOLUTIONS)) {
        const check = (): string => {
          const compilerOptions = {
            target: 'ES2022',
            ...resolution,
            lib: PAGE.filter((name) => version !== '5.4' || !name.includes('Async')),
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            noEmit: true,
            skipLibCheck: false,
            types: [],
          };
          project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
          const { stdout } = spawnSync(join(project.folder, 'node_modules/.bin/tsc'), ['-p', '.'], {
            cwd: project.folder,
            encoding: 'utf8',
            env: terminalEnv(),
          });
          return stdout;
        };
        expect(check()).toBe('');
        if (resolution !== RESOLUTIONS.nodenext) continue;
        project.write('wrong.ts', wrong);
        expect(check()).toMatch(/wrong\.ts.*TS2322|wrong\.ts.*TS2345/);
      }
    } finally {
      await project.close();
    }
  });

  it('have programs behind them that Node imports without a document, and without any framework', async () => {
    const project = createProject([tarball]);
    try {
      for (const entry of ENTRIES) {
        const script = `import('bellhop${entry}').then((all) => console.log(Object.keys(all).length, typeof document))`;
        const said = project.run(process.execPath, ['-e', script]);
        expect(said, entry).toMatch(/^\d+ undefined\n$/);
      }
      const exported: string[] = Object.keys(
        JSON.parse(
          project.run(process.execPath, [
            '-p',
            "JSON.stringify(require('bellhop/package.json').exports)",
          ]),
        ),
      );
      // Beside these: those of frameworks, which their own projects import, the one for tests, the script for pages, and the manifest.
      expect(exported.toSorted()).toEqual(
        [
          ...ENTRIES.map((entry) => `.${entry}`),
          './react',
          './signals',
          './svelte',
          './testing',
          './vue',
          './dist/bellhop.js',
          './package.json',
        ].toSorted(),
      );
    } finally {
      await project.close();
    }
  });
});

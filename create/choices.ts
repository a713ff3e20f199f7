// What a project may be made of, as data: templates, agents, and what each writes. Knows no terminal and no disk.

export interface Template {
  name: TemplateName;
  label: string;
  /** Before the names of settings that the framework shows to the browser. */
  prefix: string;
  dev: string;
  build: string;
  preview: string;
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

export const TEMPLATE_NAMES = ['plain', 'react', 'next', 'vue', 'svelte', 'astro'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

const VITE = { prefix: 'VITE_', dev: 'vite', build: 'vite build', preview: 'vite preview' };
const vite = { vite: '^8.3.8' };

export const TEMPLATES: readonly Template[] = [
  {
    ...VITE,
    name: 'plain',
    label: 'A plain page, with the script tag',
    dependencies: {},
    devDependencies: vite,
  },
  {
    ...VITE,
    name: 'react',
    label: 'React, by Vite',
    dependencies: { react: '^19.3.1', 'react-dom': '^19.3.1' },
    devDependencies: { ...vite, '@vitejs/plugin-react': '^6.3.0' },
  },
  {
    name: 'next',
    label: 'Next',
    prefix: 'NEXT_PUBLIC_',
    dev: 'next dev',
    build: 'next build',
    preview: 'next start',
    dependencies: { next: '^16.4.6', react: '^19.3.1', 'react-dom': '^19.3.1' },
    devDependencies: {},
  },
  {
    ...VITE,
    name: 'vue',
    label: 'Vue, by Vite',
    dependencies: { vue: '^3.5.45' },
    devDependencies: { ...vite, '@vitejs/plugin-vue': '^6.0.11' },
  },
  {
    ...VITE,
    name: 'svelte',
    label: 'Svelte, by Vite',
    dependencies: {},
    devDependencies: { ...vite, svelte: '^5.57.3', '@sveltejs/vite-plugin-svelte': '^7.3.1' },
  },
  {
    name: 'astro',
    label: 'Astro',
    prefix: 'PUBLIC_',
    dev: 'astro dev',
    build: 'astro build',
    preview: 'astro preview',
    dependencies: { astro: '^7.3.5' },
    devDependencies: {},
  },
];

export const AGENT_NAMES = ['sample', 'model', 'backend', 'gateway'] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

export const AGENTS: readonly { name: AgentName; label: string; hint: string }[] = [
  { name: 'sample', label: 'A sample agent', hint: 'needs no key: a file of yours, to begin with' },
  {
    name: 'model',
    label: 'A model',
    hint: 'Anthropic, OpenAI, or any server that speaks OpenAI’s protocol',
  },
  {
    name: 'backend',
    label: 'A backend that I have',
    hint: 'it speaks the AI SDK’s UI message stream, or AG-UI',
  },
  {
    name: 'gateway',
    label: 'A gateway that runs already',
    hint: 'its address and a site’s public id',
  },
];

export const PROVIDERS = ['anthropic', 'openai', 'compatible'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const KINDS = ['ai_sdk', 'ag_ui'] as const;
export type BackendKind = (typeof KINDS)[number];

/** All that has been decided. */
export interface Plan {
  folder: string;
  /** Of the npm package. */
  name: string;
  template: TemplateName;
  agent: Agent;
  /** Run `npm install` in it. */
  isInstalling: boolean;
  /** Where bellhop and bellhop-gateway come from. */
  packages: { bellhop: string; gateway: string };
}

export type Agent =
  | { name: 'sample' }
  | { name: 'model'; provider: Provider; key: string; baseUrl: string; model: string }
  | { name: 'backend'; kind: BackendKind; url: string }
  | { name: 'gateway'; url: string; site: string };

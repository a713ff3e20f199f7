// Every page of the documents' site, in the order of its sidebar: the address, and where its text comes from. A page is a Markdown
// file of the repository, or is written by a function of reference/ from the sources.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface PageSource {
  /** The page's address, without slashes at its ends; '' is the first page. */
  slug: string;
  /** Path of a Markdown file, from the repository's root. Absent: `written` makes it. */
  file?: string;
  /** Name of a function in reference/index.ts. */
  written?: string;
  /** Shorter words for the sidebar. */
  label?: string;
}

export interface PageGroup {
  label: string;
  /** Whether the sidebar shows its label alone until it is pressed. */
  isCollapsed?: true;
  pages: readonly PageSource[];
}

const doc = (slug: string, label?: string): PageSource => ({
  slug,
  file: `docs/${slug}.md`,
  ...(label === undefined ? {} : { label }),
});
const from = (slug: string, file: string, label: string): PageSource => ({ slug, file, label });
const written = (name: string, label: string): PageSource => ({
  slug: `reference/${name}`,
  written: name,
  label,
});

/** A page for each decision, by area, since their names begin with it; the list of all stands first. */
const decisions = (): PageSource[] =>
  readdirSync(join(import.meta.dirname, '../decisions'))
    .map((name) => name.replace(/\.md$/, ''))
    .filter((name) => name !== 'index')
    .sort()
    .map((name) => doc(`decisions/${name}`));

export const GROUPS: readonly PageGroup[] = [
  {
    label: 'Start',
    pages: [
      { slug: '', file: 'docs/index.md', label: 'What Bellhop is' },
      doc('start/create', 'A new project, by one command'),
      doc('start/one-tag', 'One tag'),
      doc('start/your-website', 'Your website, with one tag'),
      doc('start/wordpress', 'WordPress'),
      doc('start/plain-page', 'A plain page and a server'),
      doc('start/chat-page', 'A page for the chat alone'),
      doc('start/program', 'A program without a page'),
      from(
        'start/session-endpoint',
        'docs/session-endpoint.md',
        'Session endpoint: Node, PHP, Python',
      ),
    ],
  },
  {
    label: 'By framework',
    pages: [
      doc('start/react', 'React'),
      doc('start/next', 'Next'),
      doc('start/vue', 'Vue'),
      doc('start/svelte', 'Svelte'),
      from('start/frameworks', 'docs/frameworks.md', 'Angular, signals and others'),
    ],
  },
  {
    label: 'By what answers',
    pages: [
      doc('gateway/agents', 'Models, AG-UI, AI SDK'),
      doc('gateway/webhook-agents', 'n8n, or any webhook'),
      doc('gateway/a2a-agents', 'An A2A agent'),
      doc('gateway/managed-agents', 'A Claude managed agent'),
      doc('start/your-agent', 'Code of your own'),
      doc('gateway/agent-tools', 'Tools of your servers'),
      doc('gateway/apps', 'Apps of tool servers'),
      doc('gateway/knowledge', 'Knowledge'),
    ],
  },
  {
    label: 'How to',
    pages: [
      doc('how-to/questions', 'How do I …'),
      doc('how-to/signed-in-visitors', 'Signed-in visitors'),
      doc('how-to/wordpress-hooks', 'Hooks of the WordPress plugin'),
      from('how-to/page-tools', 'src/tools/README.md', 'Page tools'),
      doc('how-to/cards-and-forms', 'Cards and forms'),
      doc('how-to/theming', 'Theming, with a playground'),
      doc('how-to/languages', 'Languages and wording'),
      doc('how-to/content-security-policy', 'Content Security Policy'),
      doc('how-to/privacy', 'Consent and privacy'),
      doc('how-to/analytics', 'Analytics events'),
      doc('how-to/takeover', 'A person takes over'),
      doc('how-to/webhooks', 'Webhooks'),
      from('how-to/headless', 'docs/headless.md', 'A chat of your own'),
      doc('how-to/developer-panel', 'The developer’s panel'),
      doc('how-to/testing', 'Test your tools and your page'),
      doc('how-to/moving', 'Moving from another chat'),
      doc('how-to/upgrades', 'Upgrades'),
    ],
  },
  {
    label: 'Run a gateway',
    pages: [
      from('gateway', 'gateway/README.md', 'The reference gateway'),
      from('how-to/deploy', 'gateway/deploy/README.md', 'Packages, containers, proxies'),
      doc('gateway/run', 'Start, stop, several processes'),
      doc('gateway/open-internet', 'On the open internet'),
      doc('gateway/watch', 'What an operator watches'),
      doc('gateway/desk', 'The desk, and who signs in'),
      doc('gateway/mail', 'Mail and notices'),
      doc('gateway/keys', 'Keys and the audit'),
      doc('gateway/privacy', 'Deletion, export, retention'),
      from('how-to/scale', 'docs/scale.md', 'Scaling the gateway'),
    ],
  },
  {
    label: 'Call a gateway',
    pages: [
      doc('gateway/calls', 'The operator’s calls'),
      doc('gateway/scripts', 'Scripts'),
      doc('gateway/feedback', 'Feedback'),
      doc('gateway/extensions', 'Extensions of the interface'),
      doc('gateway/open-points', 'Open points of the interface'),
      doc('gateway/inside', 'How the gateway is built'),
    ],
  },
  {
    label: 'Understand',
    pages: [
      doc('understand/nothing-lost', 'How nothing gets lost'),
      doc('understand/security', 'The security model'),
      doc('understand/interface', 'The interface, by a conversation'),
      doc('understand/bytes', 'What each byte is for'),
      doc('understand/limits', 'What is not promised'),
      doc('compare', 'Beside other chats'),
      from('understand/accessibility', 'docs/accessibility.md', 'Accessibility'),
      from('understand/browsers', 'docs/engines.md', 'Browsers'),
      from('understand/poor', 'docs/poor.md', 'Poor devices and networks'),
      from('understand/pages', 'docs/pages.md', 'Other people’s pages'),
    ],
  },
  {
    label: 'Reference',
    pages: [
      from('reference/attributes', 'docs/attributes.md', 'Attributes'),
      written('javascript', 'JavaScript'),
      written('events', 'Events'),
      written('hooks', 'Hooks'),
      written('strings', 'Names of texts'),
      written('styling', 'Styling'),
      written('client', 'Client'),
      written('server', 'Server'),
      written('headless', 'Headless'),
      written('testing', 'Testing'),
      written('exports', 'All exports'),
      doc('reference/types', 'Types, by example'),
      doc('reference/gateway-settings', 'Gateway settings'),
      written('openapi', 'The gateway’s calls'),
      written('errors', 'Errors'),
    ],
  },
  {
    label: 'Security',
    pages: [
      from('security', 'SECURITY.md', 'Security in short'),
      doc('security/widget', 'The widget’s promises'),
      doc('security/wordpress', 'The plugin’s promises'),
      doc('security/gateway', 'The gateway’s promises'),
      doc('security/tests', 'Which test holds which'),
    ],
  },
  {
    label: 'The project',
    isCollapsed: true,
    pages: [
      from('project/changelog', 'CHANGELOG.md', 'Changelog'),
      from('project/architecture', 'ARCHITECTURE.md', 'Architecture'),
      from('project/wordpress', 'wordpress/README.md', 'The plugin, inside'),
      from('project/contributing', 'CONTRIBUTING.md', 'Contributing'),
      doc('contributing/suites', 'Suites and rings'),
      doc('contributing/releases', 'Releases'),
    ],
  },
  {
    label: 'Decisions',
    isCollapsed: true,
    pages: [from('decisions', 'docs/decisions/index.md', 'All decisions'), ...decisions()],
  },
];

export const PAGES: readonly PageSource[] = GROUPS.flatMap(({ pages }) => pages);

// Every page of the documents' site, in the order of its sidebar: the address, and where its text comes from. A page is a Markdown
// file of the repository, or is written by a function of reference/ from the sources.

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

export const GROUPS: readonly PageGroup[] = [
  {
    label: 'Start',
    pages: [
      { slug: '', file: 'docs/index.md', label: 'What Bellhop is' },
      doc('start/plain-page', 'A plain page'),
      doc('start/chat-page', 'A page for the chat alone'),
      doc('start/wordpress', 'WordPress'),
      doc('start/react', 'React'),
      doc('start/next', 'Next'),
      doc('start/vue', 'Vue'),
      from('start/frameworks', 'docs/frameworks.md', 'Svelte, Angular and others'),
      doc('start/your-agent', 'Your own agent'),
      from(
        'start/session-endpoint',
        'docs/session-endpoint.md',
        'Session endpoint: Node, PHP, Python',
      ),
    ],
  },
  {
    label: 'How to',
    pages: [
      doc('how-to/signed-in-visitors', 'Signed-in visitors'),
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
      doc('how-to/moving', 'Moving from another chat'),
      from('how-to/deploy', 'gateway/deploy/README.md', 'Running a gateway'),
      from('how-to/scale', 'docs/scale.md', 'Scaling the gateway'),
      doc('how-to/upgrades', 'Upgrades'),
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
      written('strings', 'Names of texts'),
      written('styling', 'Styling'),
      written('client', 'Client'),
      written('server', 'Server'),
      written('headless', 'Headless'),
      written('gateway-settings', 'Gateway settings'),
      written('openapi', 'The gateway’s calls'),
      written('errors', 'Errors'),
    ],
  },
  {
    label: 'The project',
    pages: [
      from('project/gateway', 'gateway/README.md', 'The reference gateway'),
      from('project/wordpress', 'wordpress/README.md', 'The plugin, inside'),
      from('project/security', 'SECURITY.md', 'Security, promise by promise'),
      from('project/changelog', 'CHANGELOG.md', 'Changelog'),
      from('project/architecture', 'ARCHITECTURE.md', 'Architecture'),
      from('project/contributing', 'CONTRIBUTING.md', 'Contributing'),
    ],
  },
];

export const PAGES: readonly PageSource[] = GROUPS.flatMap(({ pages }) => pages);

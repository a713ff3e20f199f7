// Every npm script as data: what it does, and the options that people need. help.mjs prints it, and a test holds it equal to
// the scripts of package.json.

/**
 * @typedef {{ name: string, does: string, options?: readonly (readonly [string, string])[] }} Command
 * `options`: what stands behind `--` or in the environment, and its meaning.
 */

/** @type {readonly { label: string, commands: readonly Command[] }[]} */
export const COMMAND_GROUPS = [
  {
    label: 'Every day',
    commands: [
      {
        name: 'start',
        does: 'starts the gateway and the demo shop',
        options: [['PORT, GATEWAY_PORT', 'other ports than 4321 and 4320']],
      },
      { name: 'test', does: 'the tests that every change must pass: five to fifteen minutes' },
      {
        name: 'check',
        does: 'quick checks: format, lint, types, boundaries, the session’s spec',
      },
      { name: 'help', does: 'prints this list' },
    ],
  },
  {
    label: 'Parts of the checks',
    commands: [
      { name: 'format', does: 'formats all files and mends what lint can mend' },
      {
        name: 'words',
        does: 'brings the words that natives review up to date (src/i18n/review)',
        options: [['--apply', 'writes what they have changed into the tables']],
      },
      { name: 'lint', does: 'format and lint, without changing a file' },
      { name: 'typecheck', does: 'types' },
      {
        name: 'size',
        does: 'compares the bytes of each stage with the budget',
        options: [
          ['--record', 'keeps today’s bytes as the budget'],
          ['--by-room, --by-module', 'says what each room or module weighs'],
        ],
      },
    ],
  },
  {
    label: 'Running and building',
    commands: [
      {
        name: 'gateway',
        does: 'starts the gateway alone, with the shop’s assistant',
        options: [
          ['--port N, --data DIR', 'other than 4320 and .data'],
          ['--agent MODULE', 'an agent by code'],
          ['--help', 'every setting'],
          ['init, doctor', 'sets one up; says what is well and what is not'],
          ['DATABASE_URL', 'a PostgreSQL server in place of the embedded database'],
        ],
      },
      {
        name: 'build',
        does: 'makes dist/',
        options: [['--only=drop-in', 'only the script and its chunks']],
      },
      { name: 'build:gateway', does: 'makes the package bellhop-gateway in gateway/dist' },
      {
        name: 'build:create',
        does: 'makes the package create-bellhop in create/dist, and packs it into dist',
      },
      {
        name: 'docs',
        does: 'makes the documents’ site and serves it on port 4330',
        options: [
          ['build', 'only makes it, in docs/dist'],
          ['dev', 'follows changes'],
          ['film', 'plays the README’s moving picture anew'],
          ['--no-pictures', 'leaves out the pictures of the panel'],
          ['--base /docs/', 'the path below which it will stand'],
          ['--versions URL', 'a list of versions to choose from'],
        ],
      },
      { name: 'wordpress', does: 'starts a real WordPress with the plugin, beside the gateway' },
      {
        name: 'release',
        does: 'makes a release of the last commit in release/, and publishes nothing',
        options: [
          ['1.2.3', 'its version'],
          ['--from DIR', 'adds the differences to an earlier release’s CDN folder'],
          ['--write', 'also sets the version and closes the changelog’s section'],
        ],
      },
      { name: 'prepack', does: 'builds; npm calls it before it packs the package' },
    ],
  },
  {
    label: 'More tests',
    commands: [
      { name: 'test:all', does: 'every suite there is (docs/contributing/suites.md lists them)' },
      {
        name: 'test:third',
        does: 'a third of the longer suites, the next with each commit',
        options: [['1, 2 or 3', 'that third']],
      },
      { name: 'test:browsers', does: 'every journey in Firefox, WebKitGTK and Chromium' },
      { name: 'test:ears', does: 'what Firefox and Chromium tell a screen reader' },
      { name: 'test:pages', does: 'the built script on pages of other people' },
      { name: 'test:wordpress', does: 'all tests of the plugin, in a real WordPress' },
      {
        name: 'test:gateway-faults',
        does: 'real gateways under kills, outages, wrong clocks and stalled readers',
        options: [
          ['--only NAME', 'one kind'],
          ['--slice, --seed S', 'a part of each, by a seed'],
        ],
      },
      {
        name: 'conformance',
        does: 'checks any gateway against the interface',
        options: [
          ['--base-url URL --admin-key KEY', 'the gateway (needed)'],
          ['--list', 'the rules, without trying any'],
        ],
      },
      {
        name: 'simulate',
        does: 'plays sync and tools under schedules of faults (test/simulation/README.md)',
        options: [
          ['--schedules N --seed S', 'in virtual time'],
          ['--kills N, --mutants', 'tabs that die; clients with one rule broken'],
          ['--sockets N, --chromium N, --firefox N', 'in real time'],
        ],
      },
      {
        name: 'properties',
        does: 'every random test, with fresh cases',
        options: [['--seed S', 'the same cases again']],
      },
      {
        name: 'payloads',
        does: 'hostile text through every sink, in a real browser',
        options: [
          ['--slice N, --seed S', 'so many texts of each page, by a seed'],
          ['--folder DIR', 'texts of your own'],
        ],
      },
      {
        name: 'attacks',
        does: 'every known attack on the build',
        options: [
          ['--dist DIR', 'another build, or several'],
          ['--list, --only TEXT', 'names; those that have the text'],
        ],
      },
      {
        name: 'attacks:mutants',
        does: 'takes each wall out alone: its test must fail',
        options: [['--list, --only TEXT', 'names; those that have the text']],
      },
      {
        name: 'gallery',
        does: 'draws every state of the widget as a page (-- --before COMMIT: beside an earlier look)',
      },
      {
        name: 'gallery:check',
        does: 'checks the accessibility of every state, in six modes, and plays journeys',
        options: [
          ['--slice --seed N', 'a part, by a seed'],
          ['--update', 'keeps the trees that it finds as the approved ones'],
        ],
      },
      {
        name: 'trial',
        does: 'asks the shop’s assistant every question, and prints the score',
        options: [
          ['--faults', 'only what isn’t answered well'],
          ['--set NAME', 'one set'],
        ],
      },
      {
        name: 'bench',
        does: 'measures speed, as ratios of one run',
        options: [
          ['gateway, desk', 'the gateway’s or the desk’s'],
          ['peers', 'beside other chats'],
        ],
      },
    ],
  },
];

/** How one types it: `npm start`, `npm run build`. @param {string} name */
export const typed = (name) => (/^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`);

/** The whole list as text, for a terminal. */
export function helpText() {
  const groups = COMMAND_GROUPS.map(({ label, commands }) => {
    const lines = commands.flatMap(({ name, does, options = [] }) => [
      `  ${typed(name).padEnd(28)} ${does}`,
      ...options.map(([option, meaning]) => `      ${option.padEnd(40)} ${meaning}`),
    ]);
    return `${label}\n${lines.join('\n')}\n`;
  });
  return `${groups.join('\n')}
Options stand behind two hyphens: npm run simulate -- --schedules 1000
One part of the tests: npx vitest run --project unit src/test/session
`;
}

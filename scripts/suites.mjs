// Every suite of tests, as data: what runs it, in which ring it stands, what it proves and how long it takes. The
// runner (test.mjs) reads it, and a test holds the table of docs/contributing/suites.md to it.
//
// `inner` is `npm test`. The outer ring has three thirds of about the same length, of which each change meets one.

const vitest = (...args) => ({ vitest: args });
const script = (file, ...args) => ({ script: [file, ...args] });
const bin = (name, ...args) => ({ bin: [name, ...args] });

/**
 * @typedef {{ name: string, ring: 'inner' | 1 | 2 | 3, run: object, proves: string, takes: string, needsServers?: boolean, needsEngines?: boolean, needsLibraries?: boolean, prints?: string }} Suite
 * `takes`: alone on two processors. `needsServers`: a PostgreSQL and a Redis, where they can be installed.
 * `needsEngines`: Firefox and WebKitGTK, likewise. `needsLibraries`: scripts of other pages. `prints`: a script that shows afterwards what was seen.
 */

/** @type {readonly Suite[]} */
export const SUITES = [
  {
    name: 'format and lint',
    ring: 'inner',
    run: bin('biome', 'ci', '.'),
    proves: 'the text is formatted, and nothing forbidden stands in it',
    takes: '2 s',
  },
  {
    name: 'types',
    ring: 'inner',
    run: bin('tsc'),
    proves: 'the types hold, those of the 29 languages too',
    takes: '9 s',
  },
  {
    name: 'unit and component tests',
    ring: 'inner',
    run: vitest('--project', 'unit', '--project', 'component', '--project', 'component alone'),
    proves: 'each room by its public door, each promise of SPEC.md, the gateway, conformance',
    takes: '192 s',
  },
  {
    name: 'fault simulation',
    ring: 'inner',
    run: vitest('--project', 'simulation'),
    proves: 'a slice of schedules keeps every invariant, and no past failure comes back',
    takes: '21 s',
  },
  {
    name: 'build',
    ring: 'inner',
    run: script('scripts/build.ts'),
    proves: 'dist/ can be made',
    takes: '16 s',
  },
  {
    name: 'size',
    ring: 'inner',
    run: script('scripts/bytes.ts'),
    proves: 'no stage is over its budget',
    takes: '1 s',
  },
  {
    name: 'browser tests',
    ring: 'inner',
    run: vitest('--project', 'browser'),
    proves: 'the built widget in Chromium: the drop-in, the shop, the element, the package, safety',
    takes: '219 s',
  },
  {
    name: 'gallery',
    ring: 'inner',
    run: script('test/gallery/check.ts', '--slice', '--seed', '1'),
    proves:
      'each state of the panel once: axe, overflow, its approved tree; some in other modes; some journeys',
    takes: '51 s',
  },

  {
    name: 'fault schedules',
    ring: 1,
    run: script('test/simulation/main.ts', '--schedules', '8000'),
    proves: 'what the slice proves, over many more schedules',
    takes: '3 min',
  },
  {
    name: 'kills',
    ring: 1,
    run: script('test/simulation/main.ts', '--kills', '3000'),
    proves: 'no tool runs twice when its tab is killed in the middle of it',
    takes: '1 min',
  },
  {
    name: 'mutants of the client',
    ring: 1,
    run: script('test/simulation/main.ts', '--mutants', '--schedules', '1500'),
    proves: 'the referee notices a client with one rule broken, for each rule',
    takes: '7 min',
  },
  {
    name: 'schedules over sockets',
    ring: 1,
    run: script('test/simulation/main.ts', '--sockets', '300'),
    proves: 'the same invariants over real TCP, through a proxy that cuts, stalls and lies',
    takes: '1 min',
  },
  {
    name: 'schedules in Chromium',
    ring: 1,
    run: script('test/simulation/main.ts', '--chromium', '40'),
    proves: 'the same invariants in a real browser: reloads, crashes, tabs, back-forward cache',
    takes: '2 min',
  },
  {
    name: 'schedules in Firefox',
    ring: 1,
    run: script('test/simulation/main.ts', '--firefox', '20'),
    proves: 'the same invariants in a second engine',
    takes: '3 min',
    needsEngines: true,
  },
  {
    name: 'other browsers',
    ring: 1,
    run: vitest('--project', 'engines'),
    proves:
      'every journey of docs/engines.md in Firefox, WebKitGTK and Chromium, without what older versions lack too',
    takes: '10 min',
    needsEngines: true,
    prints: 'test/engines/table.ts',
  },
  {
    name: 'other browsers by ear',
    ring: 1,
    run: vitest('--project', 'ears'),
    proves:
      'what Firefox and Chromium tell a screen reader in ten journeys is what was read and approved',
    takes: '5 min',
    needsEngines: true,
  },

  {
    name: 'longer browser runs',
    ring: 2,
    run: vitest('--project', 'browser', '--project', 'unit', '--project', 'component'),
    proves:
      'what carries the tag `outer`: other transports, hostile gateways and pages, dark, languages, projects in Next, React, Vue, Svelte and Angular, the package’s types in each of them and without a page, the session endpoint in Express, Hono, Bun and Deno, the gateway’s package and image, the documents’ site',
    takes: '15 min and more',
  },
  {
    name: 'other people’s pages',
    ring: 2,
    run: vitest('--project', 'pages'),
    proves:
      'on each page of docs/pages.md the chat looks and works as on a plain one, in Firefox too, and leaves the page as it was; no ad blocker’s list has a rule for it',
    takes: '13 min',
    needsLibraries: true,
    needsEngines: true,
    prints: 'test/pages/table.ts',
  },
  {
    name: 'other people’s apps',
    ring: 2,
    run: vitest('--project', 'app servers'),
    proves:
      'each server of the table in docs/gateway/apps.md, installed from npm, is drawn in the chat as the table says',
    takes: '5 min',
    prints: 'test/app-servers/table.ts',
  },
  {
    name: 'same bytes everywhere',
    ring: 2,
    run: vitest('--project', 'build'),
    proves:
      'a second build, in another folder and under load, has the same bytes; a release has all its parts, and installs',
    takes: '2 min',
  },
  {
    name: 'random tests',
    ring: 2,
    run: script('scripts/properties.mjs'),
    proves: 'what random tests of `npm test` prove for the same few cases, for fresh ones and more',
    takes: '1 min',
  },
  {
    name: 'hostile text',
    ring: 2,
    run: script('test/payloads/main.ts', '--slice', '3000'),
    proves: 'no text runs a script or sends a request, in any place; each mutant is caught',
    takes: '10 min',
  },
  {
    name: 'gateway under faults',
    ring: 2,
    run: script('gateway/test/faults/main.ts', '--slice'),
    proves:
      'kills, outages, wrong clocks and stalled readers lose and double nothing, and every run ends',
    takes: '4 min',
    needsServers: true,
  },

  {
    name: 'whole gallery',
    ring: 3,
    run: script('test/gallery/check.ts'),
    proves: 'each state in all six modes, and the walks by keyboard, ear and hand',
    takes: '5 min',
  },
  {
    name: 'new projects',
    ring: 3,
    run: vitest('--project', 'created'),
    proves:
      'each template of `npm create bellhop`, from packed packages: made, tested, started, built, and driven in Chromium',
    takes: '15 min',
  },
  {
    name: 'WordPress',
    ring: 3,
    run: script('wordpress/test.ts'),
    proves: 'the plugin in a real WordPress, in old and new ones, in a network, with PHP 7.4',
    takes: 'some 30 min',
  },
  {
    name: 'benchmarks run',
    ring: 3,
    run: script('bench/main.ts'),
    proves: 'every benchmark still measures something; its figures are printed, never asserted',
    takes: '9 min',
  },
];

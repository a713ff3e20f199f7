// Servers with apps that other people wrote: how each is started and asked, and what of its app can be seen and pressed.

import { join } from 'node:path';

export interface AppServer {
  /** Of the package, without its scope. */
  name: string;
  bin: string;
  call: { tool: string; title: string; input?: object };
  /** Stands in the app once it has the call's result. */
  shows: RegExp;
  /** After the command: files that it may read. */
  args?: readonly string[];
  /** Calls a tool from the app; absent: it calls none. */
  press?: string;
  /** In place of a tick, where its own code fails. */
  cannotCall?: string;
  /** What it says in the console by itself. */
  says?: RegExp;
  /** For the table. */
  notes?: string;
}

/** A page that says hello. */
export const PDF = join(import.meta.dirname, 'hello.pdf');

const basic = (name: string): AppServer => ({
  name: `server-basic-${name}`,
  bin: `mcp-server-basic-${name}`,
  call: { tool: 'get-time', title: 'Get Time' },
  shows: /\d{4}-\d\d-\d\dT/,
  press: 'Get Server Time',
});

export const APP_SERVERS: readonly AppServer[] = [
  ...['vanillajs', 'preact', 'react', 'svelte', 'solid'].map(basic),
  {
    name: 'server-basic-vue',
    bin: 'mcp-server-basic-vue',
    call: basic('vue').call,
    shows: basic('vue').shows,
    cannotCall: 'no',
    notes:
      'its button fails in a frame of another origin: it asks the window around it for a property',
  },
  {
    name: 'server-budget-allocator',
    bin: 'mcp-budget-allocator-server',
    call: { tool: 'get-budget-data', title: 'Get Budget Data' },
    shows: /Marketing/,
  },
  {
    name: 'server-cohort-heatmap',
    bin: 'mcp-cohort-heatmap-server',
    call: { tool: 'get-cohort-data', title: 'Get Cohort Retention Data' },
    shows: /\d{4}/,
  },
  {
    name: 'server-customer-segmentation',
    bin: 'mcp-customer-segmentation-server',
    call: { tool: 'get-customer-data', title: 'Get Customer Data' },
    shows: /Enterprise/,
  },
  {
    name: 'server-scenario-modeler',
    bin: 'mcp-scenario-modeler-server',
    call: { tool: 'get-scenario-data', title: 'Get Scenario Data' },
    shows: /MRR/,
  },
  {
    name: 'server-sheet-music',
    bin: 'mcp-sheet-music-server',
    call: {
      tool: 'play-sheet-music',
      title: 'Play Sheet Music',
      input: { abcNotation: 'X:1\nT:Scale\nM:4/4\nL:1/4\nK:C\nC D E F | G A B c |' },
    },
    shows: /Scale/,
  },
  {
    name: 'server-pdf',
    bin: 'mcp-pdf-server',
    call: { tool: 'display_pdf', title: 'Display PDF', input: { url: PDF } },
    args: [PDF],
    shows: /Hello/,
    // It remembers a document's page, and is told that it has no storage.
    says: /loadSavedPage|update-model-context/,
    notes: 'forgets the page, since an app stores nothing; tells the model nothing of it',
  },
];

// What the build may give a short name (scripts/build/short-names.ts): nothing that other programs or the browser know.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { OWN_NAMES } from '../../scripts/build/short-names.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES: ReadonlySet<string> = new Set(OWN_NAMES);
/** Rooms and files whose names others use: the gateway, pages, the launcher, tables of words, style sheets. */
const OUTSIDE =
  /^(?:protocol\/|loader\/|i18n\/|theme\/(?:tokens|theme-css|owner-color)\.ts|hooks\/|(?:index|element|client|react|vue|svelte|signals)\.ts|tools\/types\.ts|widget\/(?:types|options)\.ts)/;
/** What is stored; test/simulation/short-names.test.ts sees most of it being stored. */
const STORED: ReadonlySet<string> = new Set(
  'OutboxRow Attempt RowBase Bond Book Lease Meta StoredEvents'.split(' '),
);

/** What stands in an entry of the transcript. */
const GIVEN: ReadonlySet<string> = new Set(
  'UserEntry AgentEntry CompactionEntry TurnPart TurnState Delivery'.split(' '),
);

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nameOf = (value: unknown): string =>
  isNode(value) ? String(value.name ?? value.value ?? '') : '';

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

const FILES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('test/'))
  .map((name) => ({
    name,
    nodes: [...nodesIn(parseSync(name, readFileSync(join(ROOT, 'src', name), 'utf8')).program)],
  }));

/** Names of the list in nodes of the sources, with their file. */
function find(where: RegExp, names: (node: Node) => unknown): string[] {
  return FILES.filter(({ name }) => where.test(name)).flatMap(({ name, nodes }) =>
    nodes
      .map((node) => nameOf(names(node)))
      .filter((found) => NAMES.has(found))
      .map((found) => `${name}: ${found}`),
  );
}

describe('a name that the build shortens', () => {
  it('is none that another program uses', () => {
    const found = find(OUTSIDE, (node) => (node.computed === true ? null : node.key));
    expect(found).toEqual([]);
  });

  it('is none of what `chat.state.entries` gives to pages', () => {
    const declared = FILES.filter(({ name }) => name === 'session/types.ts')
      .flatMap(({ nodes }) => nodes)
      .filter(({ type, id }) => /^TS(Interface|TypeAlias)D/.test(type) && GIVEN.has(nameOf(id)));
    expect(declared).toHaveLength(GIVEN.size);
    const keys = declared.flatMap((one) => [...nodesIn(one)].map(({ key }) => nameOf(key)));
    expect(keys.filter((key) => NAMES.has(key))).toEqual([]);
  });

  it('is none that is stored', () => {
    const rows = FILES.flatMap(({ nodes }) =>
      nodes.filter(({ type, id }) => type === 'TSInterfaceDeclaration' && STORED.has(nameOf(id))),
    );
    expect(rows.length).toBeGreaterThanOrEqual(STORED.size);
    const keys = rows.flatMap((row) => [...nodesIn(row)].map(({ key }) => nameOf(key)));
    expect(keys.filter((key) => NAMES.has(key))).toEqual([]);
  });

  it('is none that the browser knows', async () => {
    const list = join(ROOT, 'node_modules/terser/tools/domprops.js');
    const { domprops } = await import(/* @vite-ignore */ list);
    expect(OWN_NAMES.filter((name) => domprops.includes(name))).toEqual([]);
  });

  it('stands in no text, by which a property could be read', () => {
    // A type may name it, as in Pick<Chat, 'sheets'>.
    const types = new Set(
      FILES.flatMap(({ nodes }) =>
        nodes.filter(({ type }) => type === 'TSLiteralType').map(({ literal }) => literal),
      ),
    );
    const isText = (node: Node) => node.type === 'Literal' && !types.has(node);
    expect(find(/./, (node) => (isText(node) ? node : null))).toEqual([]);
  });

  it('is no attribute of an element of the page', () => {
    const attributes = FILES.flatMap(({ name, nodes }) =>
      nodes
        .filter(({ type, name: tag }) => type === 'JSXOpeningElement' && /^[a-z]/.test(nameOf(tag)))
        .flatMap(({ attributes }) => (attributes as Node[]).map((one) => nameOf(one.name)))
        .filter((attribute) => NAMES.has(attribute))
        .map((attribute) => `${name}: ${attribute}`),
    );
    expect(attributes).toEqual([]);
  });

  it('stands once in the list', () => {
    expect(OWN_NAMES.length).toBe(NAMES.size);
    expect(OWN_NAMES.length).toBeGreaterThan(100);
  });
});

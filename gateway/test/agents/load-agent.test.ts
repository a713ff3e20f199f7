import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAgent } from '../../agents/load-agent.ts';
import { pricesOf } from '../../agents/prices.ts';
import { createAgentRegistry } from '../../agents/registry.ts';
import librarian from '../librarian.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellhop-agents-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let written = 0;
const write = (source: string): string => {
  written += 1;
  const name = `./agent-${written}.mjs`;
  writeFileSync(join(folder, name), source);
  return name;
};

describe('the door for agents', () => {
  it('loads a module’s default export, by a path that begins at the working folder', async () => {
    const specifier = write('export default { name: "echo", agent: { async *turn() {} } };');
    const { name, agent } = await loadAgent(specifier, folder);
    expect([name, typeof agent.turn]).toEqual(['echo', 'function']);
    await expect(loadAgent('../librarian.ts', import.meta.dirname)).resolves.toMatchObject({
      name: 'librarian',
    });
  });

  it.each([
    ['without a default export', 'export const agent = {};'],
    ['whose agent can’t take a turn', 'export default { name: "echo", agent: {} };'],
    [
      'with a name that no session could ask for',
      'export default { name: "A b", agent: { turn() {} } };',
    ],
  ])('refuses a module %s, and says what it must be', async (_, source) => {
    await expect(loadAgent(write(source), folder)).rejects.toThrow(
      /is no agent: its default export must be \{ name, agent \}/,
    );
  });

  it('says which module can’t be loaded, and why', async () => {
    await expect(loadAgent('./nowhere.mjs', folder)).rejects.toThrow(
      /The agent “\.\/nowhere\.mjs” can't be loaded: /,
    );
    await expect(loadAgent(write('throw new Error("no key");'), folder)).rejects.toThrow(/no key/);
  });

  it('lets no two agents have one name', () => {
    expect(() => createAgentRegistry([librarian, librarian])).toThrow('“librarian”');
    expect(() => createAgentRegistry([{ ...librarian, name: 'scripted' }])).toThrow('“scripted”');
  });

  it('charges what the agent says that its model costs', () => {
    const prices = pricesOf(createAgentRegistry([librarian]).values());
    expect(prices.get('librarian')?.input).toBe(200n);
    expect(prices.has('scripted')).toBe(true);
  });
});

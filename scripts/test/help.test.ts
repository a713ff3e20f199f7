import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { COMMAND_GROUPS, helpText, typed } from '../commands.mjs';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
interface Command {
  name: string;
  does: string;
  options?: readonly (readonly [string, string])[];
}
const commands = (COMMAND_GROUPS as { commands: readonly Command[] }[]).flatMap(
  (group) => group.commands,
);

/** The files that a command runs, and those that they name: where its options are read. */
function sourceOf(name: string): string {
  const files = [...(scripts[name] ?? '').matchAll(/[\w./-]+\.(?:mjs|ts)\b/g)].map(
    ([file]) => file,
  );
  const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const further = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:docs|bench)\/[\w/-]+\.ts\b/g)].map(([file]) => file),
  );
  return [...texts, ...further.map((file) => readFileSync(join(ROOT, file), 'utf8'))].join('\n');
}

describe('npm run help', () => {
  it('has every script of package.json once, and no other', () => {
    expect(commands.map(({ name }) => name).sort()).toEqual(Object.keys(scripts).sort());
  });

  it('names no option that its script doesn’t read', () => {
    const options = commands.flatMap(({ name, options = [] }) =>
      options.flatMap(([words]) =>
        [...words.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => ({ name, option })),
      ),
    );
    expect(options.length).toBeGreaterThan(20);
    // The gateway reads its own by gateway/cli.ts, which a test of --help holds.
    const unread = options.filter(
      ({ name, option }) => name !== 'gateway' && !sourceOf(name).includes(option),
    );
    expect(unread).toEqual([]);
  });

  it('prints them in words, without any package', () => {
    const { stdout, status } = spawnSync(process.execPath, [join(ROOT, 'scripts/help.mjs')], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout).toBe(helpText());
    for (const { name, does } of commands) {
      expect(stdout).toContain(`${typed(name)} `);
      expect(does.length).toBeGreaterThan(4);
    }
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(121);
  });
});

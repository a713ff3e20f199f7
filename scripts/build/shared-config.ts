// What all of the builds have in common.

import type { InlineConfig, Rolldown } from 'vite';
import { ROOT } from './paths.ts';

/** Browsers of 2022 on: `lazy` chunks are modules, and older ones never get that far. */
const TARGET = 'es2022';

export function sharedConfig(build: InlineConfig['build']): InlineConfig {
  return {
    root: ROOT,
    base: './',
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: TARGET,
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      write: false,
      ...build,
    },
  };
}

/**
 * Everything that `entry` imports statically goes into one chunk with it, instead of chunks shared with lazy ones:
 * one request until the panel can be typed into.
 */
export function oneChunkFor(entry: string): NonNullable<Rolldown.OutputOptions['codeSplitting']> {
  const eager = new Set<string>();
  return {
    groups: [
      {
        debugName: 'engine',
        name(id, context) {
          const reach = (next: string): void => {
            if (eager.has(next)) return;
            eager.add(next);
            for (const child of context.getModuleInfo(next)?.importedIds ?? []) reach(child);
          };
          reach(entry);
          return eager.has(id) ? 'engine' : null;
        },
      },
    ],
  };
}

/** The chunks of a build that wrote nothing. */
export function chunksOf(result: unknown): Rolldown.OutputChunk[] {
  const [output] = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  if (output === undefined || !('output' in output)) throw new Error('The build gave nothing.');
  const assets = output.output.filter((file) => file.type === 'asset');
  if (assets.length > 0) {
    throw new Error(`The build must give scripts only, but there is ${assets[0]?.fileName}.`);
  }
  return output.output.filter((file) => file.type === 'chunk');
}

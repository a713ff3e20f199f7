// What all of the builds have in common.

import { basename, extname } from 'node:path';
import type { InlineConfig, Rolldown } from 'vite';
import { ROOT } from './paths.ts';

/** Browsers of 2022 on: `lazy` chunks are modules, and older ones never get that far. */
const TARGET = 'es2022';
/**
 * `:dir()` stays in style sheets, as `Features.DirSelector` of lightningcss says: browsers that don't know it would get a
 * list of languages instead, and with it all others, in which an Arabic table in an English panel is none of these.
 */
const DIR_SELECTOR = 4;

export function sharedConfig(build: InlineConfig['build']): InlineConfig {
  // The caller's environment must not reach the bytes: with another value Vite builds for development, paths included.
  process.env.NODE_ENV = 'production';
  return {
    root: ROOT,
    base: './',
    mode: 'production',
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    css: { lightningcss: { exclude: DIR_SELECTOR } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: TARGET,
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      write: false,
      ...build,
      rolldownOptions: {
        ...build?.rolldownOptions,
        // Minifying is slow by nature: don't print timings to a person who starts the demo.
        checks: { bundlerTimings: false, ...build?.rolldownOptions?.checks },
      },
    },
  };
}

/**
 * Behind a room's door, but used by later chunks alone. No group takes one because a door names it; one that has a module
 * which imports it by its own name does.
 */
const LATER =
  /\/src\/(i18n\/(overrides|card-words|own-words|feedback-words|later-words|relative)|protocol\/tool-error-codes|content\/pictures)\.ts$/;
const DOOR = /\/index\.ts$/;

/**
 * Everything that a group's seeds import statically goes into one chunk with them, instead of chunks shared with lazy
 * ones: one request for each group, named for its first seed. What several reach belongs to the first of them.
 */
export function oneChunkFor(
  groups: readonly (readonly [string, ...string[]])[],
): NonNullable<Rolldown.OutputOptions['codeSplitting']> {
  const owners = new Map<string, string>();
  return {
    // What a seed needs of another's chunk it imports from there.
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'seeds',
        name(id, context) {
          const claim = (next: string, owner: string): void => {
            if (owners.has(next)) return;
            owners.set(next, owner);
            for (const child of context.getModuleInfo(next)?.importedIds ?? []) {
              if (!DOOR.test(next) || !LATER.test(child)) claim(child, owner);
            }
          };
          if (owners.size === 0) {
            for (const seeds of groups) for (const seed of seeds) claim(seed, seeds[0]);
          }
          // The bundler's own helpers, which no module names.
          const owner = id.startsWith('\0') ? groups[0]?.[0] : owners.get(id);
          return owner === undefined ? null : basename(owner, extname(owner));
        },
      },
    ],
  };
}

/** The chunks of a build that wrote nothing; each holds its own map, where one was asked for. */
export function chunksOf(result: unknown): Rolldown.OutputChunk[] {
  const [output] = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  if (output === undefined || !('output' in output)) throw new Error('The build gave nothing.');
  const assets = output.output.filter(
    (file) => file.type === 'asset' && !file.fileName.endsWith('.map'),
  );
  if (assets.length > 0) {
    throw new Error(`The build must give scripts only, but there is ${assets[0]?.fileName}.`);
  }
  return output.output.filter((file) => file.type === 'chunk');
}

// Says as data which folder of the gateway stands on which floor, and finds every import that goes up, sideways or in a circle.
// It works on source text alone, so that a test can hand it a gateway with a fault. Circles of files are boundaries.ts's.

import { importsOf } from './boundaries.ts';

/**
 * The gateway's folders, the lowest floor first. A file may import its own folder and those of lower floors; folders of one
 * floor know nothing of each other. A path names a folder with all that no longer path names. `wire` is the door to the
 * widget's types and parsers.
 *
 * Agents stand below runs: an agent is asked for one turn and knows neither runs nor HTTP, while the run loop asks it.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ['wire'],
  // The kernel: what has nothing to do with a conversation.
  ['kernel'],
  ['kernel/threads', 'kernel/db'],
  ['kernel/observability'],
  ['kernel/limits', 'kernel/auth'],
  ['kernel/tenants'],
  ['kernel/http'],
  ['kernel/schema'],
  // The log: sessions and their events, and how they reach other processes and open streams.
  ['log'],
  ['log/bus'],
  ['log/stream'],
  ['agents'],
  // What visitors say of a conversation: a run may end with the question. What apps it shows: a run keeps them.
  ['ratings', 'apps'],
  ['runs'],
  // Features that others build on.
  // Of `work`, what is kept; what colleagues ask of it stands above the desk.
  ['feedback', 'knowledge', 'work'],
  // Likewise of `learning` and `colleague`; of `mail`, sending it, and who waits for it.
  ['learning', 'colleague', 'mail'],
  ['hours'],
  [
    'analytics',
    'archive',
    'comparisons',
    'desk',
    'operator',
    'privacy',
    'sessions',
    'sites',
    'webhooks',
  ],
  // Colleagues' calls, which the desk lets in, and mail to them.
  ['work/calls', 'learning/calls', 'colleague/calls', 'mail/people', 'push'],
  // A site's public id does for a browser what a site's own server does by the features above.
  ['visitors'],
];

/** The composition root: the files at the gateway's top, which may import every floor and which no floor imports. */
const ROOT = 'the root';
/** Its folders: the command line. */
const ROOT_FOLDERS = ['cli'];

/** Folders that stand beside the floors. They use the gateway from outside; no floor imports them. */
const BESIDE = ['bench', 'conformance', 'deploy', 'examples', 'test'];

/**
 * Lists every import of the gateway that its floors forbid, of types and at run time alike, lazy ones included.
 * @param files source text by path relative to gateway/, such as `runs/cycle.ts`
 * @param floors the lowest first
 * @returns a sentence for each; empty if there is none.
 */
export function findClimbs(
  files: ReadonlyMap<string, string>,
  floors: readonly (readonly string[])[] = FLOORS,
): string[] {
  const folders = floors.flat();
  const levelOf = (folder: string): number =>
    folder === ROOT ? floors.length : floors.findIndex((floor) => floor.includes(folder));
  return [...files].flatMap(([path, source]) => {
    const from = folderOf(path, folders);
    if (BESIDE.includes(from)) return [];
    if (levelOf(from) < 0) return [`${path}: "${from}" stands on no floor`];
    return importsOf(path, source).flatMap((target) => {
      const to = folderOf(target, folders);
      // The widget's sources have doors of their own, which boundaries.ts holds.
      if (to === from || to === 'src') return [];
      if (BESIDE.includes(to))
        return [`${path}: imports ${target}, which stands beside the gateway`];
      if (levelOf(to) < 0) return [`${path}: imports ${target}, which stands on no floor`];
      if (levelOf(to) < levelOf(from)) return [];
      const way = levelOf(to) === levelOf(from) ? 'sideways' : 'upwards';
      return [`${path}: ${from} may not import ${to}: ${way} (${target})`];
    });
  });
}

/** The longest of the folders that the file lies in; else its top folder, or the root. */
function folderOf(path: string, folders: readonly string[]): string {
  const plain = path.replace(/\.tsx?$/, '');
  const [longest] = folders
    .filter((folder) => plain === folder || plain.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length);
  if (longest !== undefined) return longest;
  const [top = ''] = path.split('/');
  return path.includes('/') && !ROOT_FOLDERS.includes(top) ? top : ROOT;
}

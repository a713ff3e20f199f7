// Whether this Node can run the gateway. The one module that loads before that is known: it and its importer, bin.ts, must be
// readable for old versions, so they have no syntax younger than import() and import nothing else.

/** The same as OLDEST_NODE of scripts/setup.mjs, and as `engines` of the published package. */
const OLDEST = [22, 19];

/**
 * @param version as `process.versions.node` has it
 * @returns a sentence for the person at the terminal; null where the version is new enough.
 */
export function refuseOldNode(version: string): string | null {
  const parts = version.split('.');
  const major = Number(parts[0]);
  const minor = Number(parts[1]);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `bellhop-gateway needs Node ${OLDEST.join('.')} or later, and this is Node ${version}. Install a current one from https://nodejs.org, then run the command again.`;
}

// What a release changes in the sources, and what it says of itself: texts in, texts out.

/** @throws Error that says what to type instead */
export function checkVersion(
  version: string | undefined,
  current: string,
  changelog: string,
): string {
  if (version === undefined || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    throw new Error('Name the version: npm run release -- 1.2.3');
  }
  if (changelog.includes(`\n## ${version} `)) {
    throw new Error(`CHANGELOG.md has a section ${version} already. Choose the next version.`);
  }
  if (compare(version, current) < 0) {
    throw new Error(`${version} is older than package.json's ${current}. Choose a newer one.`);
  }
  return version;
}

/** Of "1.2.3" and "1.2.3-rc.1" the latter is older. Names of pre-releases are compared as texts. */
function compare(a: string, b: string): number {
  const [left = '', leftName] = a.split(/-(.*)/);
  const [right = '', rightName] = b.split(/-(.*)/);
  const [x, y] = [left, right].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (let n = 0; n < 3; n += 1) {
    if (x[n] !== y[n]) return (x[n] ?? 0) - (y[n] ?? 0);
  }
  if (leftName === rightName) return 0;
  if (leftName === undefined || rightName === undefined) return leftName === undefined ? 1 : -1;
  return leftName < rightName ? -1 : 1;
}

export interface Changelog {
  /** With a section for the version, and an empty one for what comes. */
  text: string;
  /** What stood under "Unreleased". */
  notes: string;
}

/** @param date as 2026-01-31 */
export function closeSection(changelog: string, version: string, date: string): Changelog {
  const [before, after] = changelog.split(/^## Unreleased\n/m);
  if (before === undefined || after === undefined) {
    throw new Error(
      'CHANGELOG.md has no section "## Unreleased". Write down there what users get.',
    );
  }
  const [notes = ''] = after.split(/^## /m);
  if (notes.trim() === '') {
    throw new Error(
      'The section "## Unreleased" of CHANGELOG.md is empty. There is nothing to release.',
    );
  }
  // A first version says so; in its own section that sentence would no longer be true.
  const own = notes.replace(/^\s*No version has been published yet[^\n]*\n/, '\n');
  return {
    text: `${before}## Unreleased\n\n## ${version} – ${date}\n\n${own.trimStart()}${after.slice(notes.length)}`,
    notes: own.trim(),
  };
}

/** The project's own version in a package.json or package-lock.json, and nobody else's. */
export function setVersion(json: string, version: string): string {
  const manifest = JSON.parse(json);
  manifest.version = version;
  for (const folder of ['', 'gateway']) {
    if (manifest.packages?.[folder]?.version !== undefined)
      manifest.packages[folder].version = version;
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The tag for pages, whose bytes can't change. `cdn`: where the folder of CDN files is served. */
export function snippetOf(cdn: string, version: string, integrity: string): string {
  return `<script async src="${cdn}/bellhop@${version}/bellhop.js"
        integrity="${integrity}" crossorigin="anonymous"
        data-gateway="https://gateway.example"
        data-session="/chat/session"></script>
`;
}

/** For hosts that read such a file, as Cloudflare Pages and Netlify do; other hosts are told the same in their own words. */
export const CDN_HEADERS = `/bellhop@*
  Cache-Control: public, max-age=31536000, immutable
  Access-Control-Allow-Origin: *
  Cross-Origin-Resource-Policy: cross-origin
  X-Content-Type-Options: nosniff
`;

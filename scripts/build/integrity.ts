// Subresource Integrity: one hash for each file that is shipped.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function hashOf(bytes: string | Uint8Array, algorithm: 'sha256' | 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;
}

/** `folder/integrity.json`: path → hash, for everything that lies in `folder`. */
export function writeIntegrity(folder: string): void {
  const hashes: Record<string, string> = {};
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names) {
    const path = join(folder, name);
    if (name === 'integrity.json' || statSync(path).isDirectory()) continue;
    hashes[name.replaceAll('\\', '/')] = hashOf(readFileSync(path), 'sha384');
  }
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
}

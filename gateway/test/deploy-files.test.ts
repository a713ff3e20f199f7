// The files for a proxy in front of a gateway: what they must pass on.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const nginx = readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8').replace(
  /^\s*#.*$/gm,
  '',
);

describe('nginx.conf', () => {
  it.each(['Host $host', 'X-Forwarded-For $remote_addr', 'X-Forwarded-Proto $scheme'])(
    'passes %s on at every address, /admin too: the desk’s cookie is Secure only then',
    (header) => {
      const [outside = '', ...locations] = nginx.split(/(?=location )/);
      expect(outside).toContain(`proxy_set_header ${header};`);
      // One header that a location sets would replace all of the server's.
      for (const location of locations) expect(location).not.toContain('proxy_set_header');
      expect(locations).toHaveLength(2);
    },
  );
});

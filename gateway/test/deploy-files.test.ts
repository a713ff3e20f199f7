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

describe('kubernetes.yaml', () => {
  const text = readFileSync(join(import.meta.dirname, '../deploy/kubernetes.yaml'), 'utf8');
  const secondsOf = (name: string) => {
    const [, value = Number.NaN] =
      new RegExp(`${name}[^\\d\\n]*?(?:value: ")?(\\d+)`).exec(text) ?? [];
    return Number(value);
  };

  it('gives a container time for all that it does when it is told to stop', () => {
    const preStop = Number(/"sleep", "(\d+)"/.exec(text)?.[1]);
    const needed =
      preStop + secondsOf('BELLHOP_LEAVE_SECONDS') + secondsOf('BELLHOP_DRAIN_SECONDS') + 10;
    expect(secondsOf('terminationGracePeriodSeconds:')).toBeGreaterThanOrEqual(needed);
  });

  it('takes a gateway out by /readyz, and restarts it by /livez alone', () => {
    const probe = (name: string) => new RegExp(`${name}Probe:\\s+httpGet: \\{ path: (\\S+),`);
    expect(probe('readiness').exec(text)?.[1]).toBe('/readyz');
    expect(probe('liveness').exec(text)?.[1]).toBe('/livez');
    expect(text).toContain('kind: PodDisruptionBudget');
  });
});

// The files for a proxy in front of a gateway: what they must pass on.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const nginx = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8').replace(
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
  const text = readFileSync(join(import.meta.dirname, '../../deploy/kubernetes.yaml'), 'utf8');
  const secondsOf = (name: string) => {
    const [, value = Number.NaN] =
      new RegExp(`${name}[^\\d\\n]*?(?:value: ")?(\\d+)`).exec(text) ?? [];
    return Number(value);
  };

  const KINDS = { Deployment, PodDisruptionBudget, Service };
  const validate = (manifest: unknown): void => {
    const { kind } = manifest as { kind: keyof typeof KINDS };
    new KINDS[kind](manifest as never).validate();
  };
  const manifests = parseAllDocuments(text).map((one) => one.toJS() as Record<string, unknown>);

  it('holds what Kubernetes’ own schemas ask of each object', () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(KINDS).toSorted());
    for (const manifest of manifests) expect(() => validate(manifest)).not.toThrow();
    const [first] = manifests;
    expect(() => validate({ ...first, spec: { replicas: 'many' } })).toThrow();
  });

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

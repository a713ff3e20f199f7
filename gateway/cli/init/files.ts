// The files that `init` writes, as text: settings, and for compose or systemd the file of deploy/ with this place's paths in it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers } from './answers.ts';

export interface NewFile {
  path: string;
  text: string;
  /** As chmod has it. */
  mode: number;
}

export interface Place {
  /** Absolute. */
  folder: string;
  /** Of the gateway's program: with deploy/ in it. */
  program: string;
  /** `bin.js`, or `bin.ts` in a checkout. */
  bin: string;
  /** Path of this Node. */
  node: string;
}

/** Values that a new file takes over from the one that it replaces. */
export type Secrets = Readonly<Record<'BELLHOP_ADMIN_KEY' | 'POSTGRES_PASSWORD', string>>;

const OWNER_ALONE = 0o600;
const READABLE = 0o644;
/** What containers of this machine come from. */
const DOCKER_NETWORKS = '172.16.0.0/12';

export function filesOf(answers: Answers, secrets: Secrets, place: Place): NewFile[] {
  const settings = { path: join(place.folder, '.env'), text: settingsOf(answers, secrets) };
  return [{ ...settings, mode: OWNER_ALONE }, ...serviceOf(answers, place)];
}

function settingsOf({ site, url, way, model }: Answers, secrets: Secrets): string {
  const isCompose = way === 'compose';
  const lines = [
    '# Settings of a Bellhop gateway. They hold secrets: keep this file for its owner alone.',
    `BELLHOP_ADMIN_KEY=${secrets.BELLHOP_ADMIN_KEY}`,
    ...(isCompose
      ? [`POSTGRES_PASSWORD=${secrets.POSTGRES_PASSWORD}`]
      : ['GATEWAY_HOST=127.0.0.1']),
    `BELLHOP_PUBLIC_URL=${url}`,
    `BELLHOP_ALLOWED_ORIGINS=${site}`,
    ...(url.startsWith('https:')
      ? [
          '# The proxy in front, which says who is calling.',
          `BELLHOP_TRUSTED_PROXIES=${isCompose ? DOCKER_NETWORKS : '127.0.0.1'}`,
        ]
      : []),
    '# Made by the first start, where there is no site yet.',
    `BELLHOP_FIRST_SITE=${site}`,
    ...(model === null
      ? ['# ANTHROPIC_API_KEY= or OPENAI_API_KEY=: with a key a model answers.']
      : [`${model.variable}=${model.key}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function serviceOf({ way }: Answers, place: Place): NewFile[] {
  const read = (name: string) => readFileSync(join(place.program, 'deploy', name), 'utf8');
  // What the comments above the first line tell to do, init has done.
  const body = (text: string) => text.replace(/^(?:#.*\n)+/, '');
  switch (way) {
    case 'here':
      return [];
    case 'compose':
      return [
        {
          path: join(place.folder, 'compose.yaml'),
          text: `# A gateway and its PostgreSQL; the settings are in .env.\n${withImage(body(read('compose.yaml')), place)}`,
          mode: READABLE,
        },
      ];
    case 'systemd':
      return [
        {
          path: join(place.folder, 'bellhop-gateway.service'),
          text: `# A gateway under systemd.\n${withPaths(body(read('bellhop-gateway.service')), place)}`,
          mode: READABLE,
        },
      ];
  }
}

/** In a checkout the image is made of it; from the package, of the package. */
function withImage(compose: string, { program }: Place): string {
  const root = join(program, '..');
  const isCheckout = existsSync(join(root, 'gateway/deploy/make-image.mjs'));
  const build = /^ {4}build:\n(?: {6}.*\n)+/m;
  return compose.replace(
    build,
    isCheckout
      ? `    build:\n      context: ${JSON.stringify(root)}\n      dockerfile: gateway/deploy/Dockerfile\n`
      : `    build:\n      context: ${JSON.stringify(join(program, 'deploy'))}\n      dockerfile: Dockerfile.package\n`,
  );
}

function withPaths(unit: string, { folder, node, bin }: Place): string {
  const isAtHome = [node, bin].some((path) => /^\/(?:home|root)\//.test(path));
  return unit
    .replace(/^EnvironmentFile=.*$/m, `EnvironmentFile=${join(folder, '.env')}`)
    .replace(/^ExecStart=\S+ \S+/m, `ExecStart=${node} ${bin}`)
    .replace(/^ProtectHome=yes$/m, `ProtectHome=${isAtHome ? 'read-only' : 'yes'}`);
}

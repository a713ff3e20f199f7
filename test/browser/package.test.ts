// The npm package as its users meet it: every entry of `exports` resolves, compiles in a project of its own, and the
// client runs in Node.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIST } from './support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
let project = '';

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'bellhop-consumer-'));
  const installed = join(project, 'node_modules/bellhop');
  mkdirSync(installed, { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
  symlinkSync(DIST, join(installed, 'dist'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const CONSUMER = `
import { createBellhop, defineTool, ToolError, type Chat } from 'bellhop';
import { createGatewayClient, GatewayError } from 'bellhop/client';
import { BellhopChatElement } from 'bellhop/element';

const chat: Chat = createBellhop({ gateway: 'https://gateway.example', session: '/session' });
chat.registerTool(
  defineTool({
    name: 'add_to_cart',
    description: 'Puts a product into the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, quantity: { type: 'integer' } },
      required: ['product'],
    },
    execute({ product, quantity }) {
      if (product === '') throw new ToolError('not_found', 'No such product.', { field: 'product' });
      const text: string = product;
      return { text, quantity };
    },
  }),
);
const off: () => void = chat.on('unread', ({ count }) => count.toFixed());
const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', token: 't' });
const page = await gateway.list('s', { limit: 5 });
const ids: string[] = page.data.map((event) => event.id);
export { off, ids, GatewayError, BellhopChatElement };
// @ts-expect-error a stray option is noticed
createBellhop({ gateway: 'x', sesion: '/session' });
`;

describe('the npm package', () => {
  it.each(['Bundler', 'NodeNext'])(
    'compiles in a strict project with %s resolution',
    (resolution) => {
      writeFileSync(join(project, 'consumer.ts'), CONSUMER);
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            target: 'ES2022',
            module: resolution === 'Bundler' ? 'ESNext' : 'NodeNext',
            moduleResolution: resolution,
            lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
            types: [],
            strict: true,
            noEmit: true,
            skipLibCheck: false,
          },
          include: ['consumer.ts'],
        }),
      );
      const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project], {
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
      expect(status).toBe(0);
    },
  );

  it('has a client that runs in Node', () => {
    const script = `import { createGatewayClient, GatewayError } from 'bellhop/client';
      const gateway = createGatewayClient({ baseUrl: 'http://127.0.0.1:1', token: 't' });
      try { await gateway.list('s'); } catch (error) { console.log(error instanceof GatewayError, error.code); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe('true network');
  });

  it('ships what integrity.json names, byte for byte', async () => {
    const { createHash } = await import('node:crypto');
    const hashes = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8'));
    const names = Object.keys(hashes);
    expect(names).toContain('bellhop.js');
    for (const name of names) {
      const bytes = readFileSync(join(DIST, name));
      expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`, name).toBe(
        hashes[name],
      );
    }
  });

  it('is a classic script without module syntax', () => {
    const code = readFileSync(join(DIST, 'bellhop.js'), 'utf8');
    expect(() => new Function(code)).not.toThrow();
    expect(code).not.toMatch(/^\s*(import|export)\s/m);
  });
});

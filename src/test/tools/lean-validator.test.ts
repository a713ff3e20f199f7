// The validator as the build ships it, without what the widget never uses, against the whole one.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leanValidator } from '../../../scripts/build/trim-validator.ts';
import { cases } from '../../../test/chance.ts';
import { anySchema, anyValue } from './schemas.ts';

const ESM = join(
  dirname(createRequire(import.meta.url).resolve('@cfworker/json-schema')),
  '../esm',
);
const folder = mkdtempSync(join(tmpdir(), 'bellhop-validator-'));
let Lean: typeof Validator;

beforeAll(async () => {
  const transform = leanValidator().transform as (c: string, id: string) => { code: string } | null;
  for (const file of readdirSync(ESM).filter((name) => name.endsWith('.js'))) {
    const path = join(ESM, file);
    // Its source maps are not there.
    const code = readFileSync(path, 'utf8').replace(/\/\/# sourceMappingURL.*/, '');
    writeFileSync(join(folder, file), transform(code, path)?.code ?? code);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const library = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'index.js')).href);
  Lean = library.Validator;
});
afterAll(() => rmSync(folder, { recursive: true }));

type Told = Pick<OutputUnit, 'keyword' | 'instanceLocation' | 'error'>;
/** What tools/validate.ts reads of an answer. */
function judge(Library: typeof Validator, schema: Schema, value: unknown): unknown {
  try {
    const own = structuredClone(schema);
    const { valid, errors } = new Library(own, '2020-12', false).validate(structuredClone(value));
    const told = ({ keyword, instanceLocation, error }: Told) => [keyword, instanceLocation, error];
    return { valid, errors: errors.map(told) };
  } catch (error) {
    return error instanceof RangeError ? 'too deep' : String(error);
  }
}

describe('the validator as it is shipped', () => {
  it('finds the same faults in the same words as the whole library', () => {
    fc.assert(
      fc.property(
        anySchema,
        fc.array(anyValue, { minLength: 1, maxLength: 4 }),
        (schema, values) => {
          for (const value of values) {
            const whole = judge(Validator, schema as Schema, value);
            expect(judge(Lean, schema as Schema, value)).toEqual(whole);
          }
        },
      ),
      { numRuns: cases(2_000) },
    );
  });
});

// Schemas and values by chance, for what checks an input.

import fc from 'fast-check';

/** Keys and texts that the schemas below name, and some that none does. */
const word = fc.constantFrom('a', 'b', 'x-1', 'é🙂', '2026-02-30', 'me@example.com', '');
const leaf = fc.oneof(
  word,
  fc.integer({ min: -3, max: 9 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
export const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  ),
}));

const number = fc.integer({ min: 0, max: 4 });
const type = fc.constantFrom('string', 'integer', 'number', 'object', 'array', 'null', 'boolean');
export const { schema: anySchema } = fc.letrec((tie) => {
  const sub = tie('schema');
  const some = fc.array(sub, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(word, sub, { maxKeys: 3 });
  const names = fc.array(word, { maxLength: 2 });
  const keywords = {
    type: fc.oneof(type, fc.array(type, { minLength: 1, maxLength: 2 })),
    const: anyValue,
    enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
    not: sub,
    anyOf: some,
    allOf: some,
    oneOf: some,
    if: sub,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of schemas
    then: sub,
    else: sub,
    required: names,
    minProperties: number,
    maxProperties: number,
    propertyNames: sub,
    dependentRequired: fc.dictionary(word, names, { maxKeys: 2 }),
    dependentSchemas: named,
    dependencies: fc.dictionary(word, fc.oneof(names, sub), { maxKeys: 2 }),
    properties: named,
    patternProperties: fc.dictionary(fc.constantFrom('^x', 'a|b', '.'), sub, { maxKeys: 2 }),
    additionalProperties: sub,
    unevaluatedProperties: sub,
    minItems: number,
    maxItems: number,
    prefixItems: some,
    items: fc.oneof(sub, some),
    additionalItems: sub,
    contains: sub,
    minContains: number,
    maxContains: number,
    unevaluatedItems: sub,
    uniqueItems: fc.boolean(),
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(0.01, 1, 2, 3),
    minLength: number,
    maxLength: number,
    pattern: fc.constantFrom('^x', 'a|b', '\\d'),
    format: fc.constantFrom('date', 'email', 'uri', 'nobody-knows-it'),
    $ref: fc.constantFrom('#', '#/$defs/a', '#here'),
    $defs: fc.record({ a: sub }),
    $anchor: fc.constantFrom('here'),
  };
  const few = fc
    .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { minLength: 1, maxLength: 4 })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(Object.entries(keywords).filter(([key]) => chosen.includes(key))),
      ),
    );
  return { schema: fc.oneof({ depthSize: 'medium' }, fc.boolean(), few) };
});

// Finds the first field or parameter of a request that its schema doesn't know. Reads the JSON Schema that stands in
// /openapi.json, so that what is refused and what is documented can't differ. An object whose fields are the caller's own
// (a tool's input schema, headers by name) says so there, and is left alone.

import { z } from '@hono/zod-openapi';
import leven, { closestMatch } from 'leven';
import { invalid } from '../http-error.ts';
import { quote } from '../text.ts';

/** The part of JSON Schema that tells which names an object has. */
interface Shape {
  $ref?: string;
  $defs?: Record<string, Shape>;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
}

interface Unknown {
  /** With the places above it, as `limits.turns`. */
  name: string;
  known: readonly string[];
}

/** @throws HttpError 400 that names the first unknown parameter and the nearest known one. */
export function requireKnownParameters(names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw refusal('parameter', { name: unknown, known });
}

/** @returns a check of bodies. @throws HttpError 400 that names the first unknown field and the nearest known one. */
export function knownFieldsOf(schema: z.ZodType): (body: unknown) => void {
  let root: Shape | null = null;
  return (body) => {
    root ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
    const unknown = findUnknown(body, [root], root, '');
    if (unknown !== null) throw refusal('field', unknown);
  };
}

/** @param shapes those that the value may have: a field that one of them knows is known. */
function findUnknown(
  value: unknown,
  shapes: readonly Shape[],
  root: Shape,
  place: string,
): Unknown | null {
  if (typeof value !== 'object' || value === null) return null;
  const all = shapes.flatMap((shape) => simple(shape, root));
  if (Array.isArray(value)) {
    const items = all.flatMap((shape) => shape.items ?? []);
    if (items.length === 0) return null;
    for (const [i, item] of value.entries()) {
      const found = findUnknown(item, items, root, `${place}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  }
  const objects = all.filter(({ properties }) => properties !== undefined);
  const known = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const isOpen = objects.length === 0 || all.some((shape) => isOwn(shape.additionalProperties));
  for (const [key, field] of Object.entries(value)) {
    const name = place === '' ? key : `${place}.${key}`;
    if (!known.includes(key) && !isOpen) return { name, known };
    const found = findUnknown(field, fieldShapes(all, key), root, name);
    if (found !== null) return found;
  }
  return null;
}

function fieldShapes(shapes: readonly Shape[], key: string): Shape[] {
  return shapes.flatMap(({ properties = {}, additionalProperties }) => {
    if (Object.hasOwn(properties, key)) return properties[key] ?? [];
    return typeof additionalProperties === 'object' ? additionalProperties : [];
  });
}

const isOwn = (additional: boolean | Shape | undefined) =>
  additional !== undefined && additional !== false;

/** A shape's alternatives, one by one. */
function simple(shape: Shape, root: Shape): Shape[] {
  const named = shape.$ref?.split('/').at(-1);
  const target = named === undefined ? undefined : root.$defs?.[named];
  const parts = [
    ...(target === undefined ? [] : [target]),
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
    ...(shape.allOf ?? []),
  ];
  return [shape, ...parts.flatMap((part) => simple(part, root))];
}

/** Names longer than this are no slip of a known one. */
const MAX_NAME = 64;

function refusal(what: 'field' | 'parameter', { name, known }: Unknown) {
  const said = `There is no ${what} ${quote(name)}`;
  if (known.length === 0) return invalid(`${said}: this call takes none.`);
  const own = name.split('.').at(-1) ?? name;
  const near = own.length > MAX_NAME ? undefined : nearest(own, known);
  return invalid(
    near === undefined
      ? `${said}; the ${what}s here are: ${known.join(', ')}.`
      : `${said}; did you mean ${near}?`,
  );
}

/** A known name that a slip of the hand makes into this one, or that it begins or ends. */
function nearest(given: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const same = known.find((name) => plain(name) === plain(given));
  if (same !== undefined) return same;
  const near = closestMatch(given, [...known], { maxDistance: Math.ceil(given.length / 3) });
  if (near !== undefined && leven(given, near) < near.length / 2) return near;
  return known.find((name) => name.startsWith(`${given}_`) || name.endsWith(`_${given}`));
}

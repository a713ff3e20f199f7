// JSON as the browser writes it where no page has put a `toJSON` onto everybody's prototypes. Prototype up to 1.6 and
// libraries of its time did: an array was then written as a text within a text, a date in two pairs of quotes.

/** What a browser makes of these. Another text: something of the page's takes part in it. */
const SAMPLE = '[{"a":""},"1970-01-01T00:00:00.000Z"]';

/**
 * As JSON.stringify, without what a page has given to the prototypes of arrays, objects and dates. The `toJSON` of a class of the
 * page's own counts, as everywhere. Throws where JSON.stringify does.
 */
export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(isPlain() ? value : bare(value), null, indent);
}

function isPlain(): boolean {
  try {
    return JSON.stringify([{ a: '' }, new Date(0)]) === SAMPLE;
  } catch {
    return false;
  }
}

/** A copy of which JSON.stringify finds no `toJSON` to call. */
function bare(value: unknown): unknown {
  if (isBoxed(value)) return value.valueOf();
  // Not by its toJSON, which Prototype has replaced; what Datejs gives has quotes of its own.
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? null : value.toISOString().replaceAll('"', '');
  const toJson = typeof value === 'object' && value !== null && Reflect.get(value, 'toJSON');
  const isOfAll = [Array, Object].some(
    (owner) => toJson === Reflect.get(owner.prototype, 'toJSON'),
  );
  return copy(typeof toJson !== 'function' || isOfAll ? value : toJson.call(value));
}

const isBoxed = (value: unknown): value is object =>
  value instanceof String || value instanceof Number || value instanceof Boolean;

/** Neither by Object.keys nor by `map`: such libraries have put their own in their place. */
function copy(value: unknown): unknown {
  // A function has no JSON, but what it inherits could give it some.
  if (typeof value !== 'object') return typeof value === 'function' ? undefined : value;
  if (value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] & { toJSON?: undefined } = [];
    for (let at = 0; at < value.length; at++) items[at] = bare(value[at]);
    items.toJSON = undefined;
    return items;
  }
  const found = Object.create(null);
  for (const name in value) {
    if (Object.hasOwn(value, name)) found[name] = bare(Reflect.get(value, name));
  }
  return found;
}

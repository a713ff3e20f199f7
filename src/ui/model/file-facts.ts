// What is told of a file beside its name, "PDF · 120 KB": its kind and its size.

/** @param bytes how large it is. The kind is the ending of its name; a name without one has none. */
export function factsOf(name: string, bytes: number): string {
  const [kind] = /[^.]{1,5}$/.exec(name.split('.').slice(1).at(-1)?.toUpperCase() ?? '') ?? [];
  return [kind, `${Math.ceil(bytes / 1024)} KB`].filter(Boolean).join(' · ');
}

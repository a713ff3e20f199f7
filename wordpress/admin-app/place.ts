// Where in the page somebody is, as the address says it after its #: a section, or a section and a field, as in `look/color`.

export interface Place {
  section: string;
  field: string | null;
}

export function placeOf(hash: string, sections: readonly string[]): Place {
  const [section = '', field] = hash.replace(/^#/, '').split('/');
  const known = sections.includes(section) ? section : (sections[0] ?? '');
  return { section: known, field: known === section && field ? field : null };
}

export function hashOf({ section, field }: Place): string {
  return field === null ? `#${section}` : `#${section}/${field}`;
}

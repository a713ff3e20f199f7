// Countries and cities in a visitor's words. The names of countries are the platform's own; to which of them the shop
// ships, its pages say.

const UNION =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');

/** Cities that visitors name instead of their country, and other names of countries. */
const OTHER_NAMES = `
AT vienna salzburg | AU sydney melbourne | BE brussels antwerp ghent | CA toronto vancouver montreal | CH zurich geneva basel bern
CZ prague | DE berlin munich hamburg cologne frankfurt | DK copenhagen | ES madrid barcelona valencia seville | FI helsinki
FR paris lyon marseille | GB uk britain england scotland wales london manchester edinburgh glasgow belfast | GR athens
HU budapest | IE dublin cork | IT rome milan naples turin | JP tokyo osaka | NL holland amsterdam rotterdam utrecht
NO oslo bergen | PL warsaw krakow | PT lisbon porto | SE stockholm gothenburg | TR turkey istanbul
US usa us america new_york chicago boston california texas | ZA africa
`;

const NAMES = new Map<string, string>();
/** The codes of today's countries. */
export const REGIONS: string[] = [];
const inEnglish = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
  const name = /^(?:EU|EZ|UN|X.|ZZ|UK)$/.test(code) ? undefined : inEnglish.of(code);
  // Old codes have a country's name, too: FX was France.
  const isCurrent = new Intl.Locale(`und-${code}`).region === code;
  if (name === undefined || !isCurrent) continue;
  NAMES.set(name.toLowerCase(), code);
  REGIONS.push(code);
}
for (const entry of OTHER_NAMES.trim().split(/ \| |\n/)) {
  const [code = '', ...names] = entry.split(' ');
  for (const name of names) NAMES.set(name.replace('_', ' '), code);
}

const ANY = new RegExp(
  `\\b(?:${[...NAMES.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'i',
);
/** "Can you tell us" asks for no country. */
const NOT_A_COUNTRY = /\b(?:tell|give|help|show|let|contact|reach|call|of) us\b/gi;

export const regionName = (code: string): string => inEnglish.of(code) ?? code;

/** Every word of a name. */
export const COUNTRY_NAMES = new Set([...NAMES.keys()].flatMap((name) => name.split(' ')));

export interface Country {
  name: string;
  /** The words that named it. */
  said: string;
  isInUnion: boolean;
}

export function findCountry(text: string): Country | null {
  const said = ANY.exec(text.replace(NOT_A_COUNTRY, ' '))?.[0].toLowerCase();
  const code = said === undefined ? undefined : NAMES.get(said);
  if (code === undefined) return null;
  const name = inEnglish.of(code) ?? code;
  const article = /^United|Netherlands$/.test(name) ? 'the ' : '';
  return { name: `${article}${name}`, said: said ?? '', isInUnion: UNION.includes(code) };
}

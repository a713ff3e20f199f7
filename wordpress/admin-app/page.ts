// What PHP tells of the settings page (admin/page-state.php).

export type Value = string | number | boolean | string[];
export type Line = readonly [kind: 'success' | 'info' | 'warning' | 'error', text: string];

export interface Option {
  value: string;
  label: string;
  help: string;
}

export interface Field {
  name: string;
  type:
    | 'text'
    | 'url'
    | 'number'
    | 'textarea'
    | 'lines'
    | 'colour'
    | 'toggle'
    | 'radio'
    | 'checkboxes'
    | 'hours'
    | 'streams'
    | 'secret'
    /** Of a chatbot: pages by their ids. */
    | 'pages'
    /** A part of the gateway's form. */
    | 'gateway';
  label: string;
  help: string;
  search?: string;
  options?: Option[];
  /** Whether options show their names, too. */
  names?: boolean;
  dir?: 'ltr';
  rows?: number;
  /** A few signs. */
  short?: boolean;
  max?: number;
  placeholder?: string;
  facts?: Line[];
  /** Of hours: number and name of each day of the week. */
  days?: [number, string][];
  /** Of streams: what the number is called. */
  count?: string;
  /** Of a secret: whether one is stored here, and where it is set otherwise. */
  stored?: boolean;
  fixed?: string;
}

export interface Group {
  id: string;
  title: string;
  fields: Field[];
}

export interface Section {
  id: string;
  title: string;
  groups: Group[];
}

export type BotValue = Value | number[];
/** A chatbot, by the names of its fields. */
export type Bot = Record<string, BotValue> & { id: string; name: string };

export interface BotsState {
  list: Bot[];
  groups: Group[];
  pages: Option[];
}

export interface Finding {
  ok: boolean | null;
  text: string;
}

export interface PageState {
  mode: 'local' | 'gateway';
  sections: Section[];
  values: Record<string, Value>;
  links: {
    home: string;
    chats: string;
    knowledge: string;
    connectors: string;
    preview: string;
    /** Where calls go that REST doesn't let through. */
    door: string;
  };
  lines: { start: Line[]; limits: Line[]; knowledge: Line[]; readers: Line[] };
  bots: BotsState;
  has_model: boolean;
  /** Whether visitors are answered. */
  answers: boolean;
  previewed: string[];
  propose: string;
  site: string;
  connection: {
    is_connected: boolean;
    address_in_config: string;
    token_in_config: boolean;
  };
  cards: { knowledge: string };
  findings?: Finding[];
}

export function fieldsOf(page: PageState): Field[] {
  return page.sections.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields));
}

export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

// Says as data which room may import which, and finds every import that breaks this. It works on source text alone, so
// that a test can hand it a house with a fault.

/** What a room may import: `value` at run time, `type` as types only. */
interface Rule {
  value: readonly string[];
  type: readonly string[];
  /** The npm packages that the room may import. */
  packages: readonly string[];
  /** Whether the room may name browser globals that mean an effect. */
  mayTouchBrowser: boolean;
}

const PREACT = ['preact', '@preact/signals'];

export const RULES: Readonly<Record<string, Rule>> = {
  protocol: { value: ['dom'], type: [], packages: [], mayTouchBrowser: false },
  dom: { value: [], type: [], packages: [], mayTouchBrowser: true },
  platform: { value: ['dom'], type: [], packages: ['idb-keyval'], mayTouchBrowser: true },
  client: {
    value: ['protocol', 'platform', 'dom'],
    type: [],
    packages: [],
    mayTouchBrowser: false,
  },
  session: {
    value: ['protocol', 'platform', 'dom'],
    type: ['client'],
    // Its facts are signals, so that no part has to know whom to wake. The panel brings the package all the same.
    packages: ['@preact/signals-core'],
    mayTouchBrowser: false,
  },
  tools: {
    value: ['protocol', 'platform', 'dom'],
    type: [],
    packages: ['@cfworker/json-schema'],
    mayTouchBrowser: false,
  },
  content: {
    value: [],
    type: ['protocol'],
    packages: ['marked', 'dompurify', 'temml'],
    mayTouchBrowser: false,
  },
  i18n: { value: [], type: [], packages: [], mayTouchBrowser: false },
  theme: { value: [], type: [], packages: [], mayTouchBrowser: false },
  // What a frame with somebody's app may ask, for whoever draws one: the panel, and the desk.
  apps: { value: ['dom'], type: ['protocol'], packages: [], mayTouchBrowser: false },
  ui: {
    value: ['apps', 'content', 'dom', 'i18n', 'theme'],
    type: ['session', 'tools', 'protocol'],
    packages: PREACT,
    mayTouchBrowser: false,
  },
  // For the person who builds with it, on top of what a visitor sees.
  devtools: {
    value: ['ui', 'theme', 'protocol', 'dom'],
    type: ['session', 'tools'],
    packages: PREACT,
    mayTouchBrowser: false,
  },
  // Declarations alone, one file for each framework.
  jsx: {
    value: [],
    type: ['element'],
    packages: ['preact', 'svelte', 'vue'],
    mayTouchBrowser: false,
  },
  endpoint: {
    value: ['protocol', 'client'],
    type: ['platform'],
    packages: [],
    mayTouchBrowser: false,
  },
  // What the hooks of frameworks share: they look for the page's chats, and act through them.
  hooks: { value: [], type: ['widget', 'session', 'tools'], packages: [], mayTouchBrowser: true },
  loader: { value: ['dom', 'theme'], type: ['widget'], packages: [], mayTouchBrowser: true },
  // For tests of pages: it is the edge there.
  testing: {
    value: ['tools', 'protocol', 'platform'],
    type: [],
    packages: [],
    mayTouchBrowser: true,
  },
};

/** The rooms of the desk, a house of its own in desk/. `src` and `gateway` are their doors, which another test holds. */
export const DESK_RULES: Readonly<Record<string, Rule>> = {
  texts: { value: ['src'], type: [], packages: [], mayTouchBrowser: false },
  // A page of its own: the others know only what is told to it and by it.
  preview: { value: ['src'], type: [], packages: [], mayTouchBrowser: true },
  edge: { value: ['src'], type: ['preview'], packages: [], mayTouchBrowser: true },
  model: {
    value: ['edge', 'src'],
    type: ['gateway', 'preview'],
    packages: ['@preact/signals', 'diff', 'uqr'],
    mayTouchBrowser: false,
  },
  views: {
    value: ['model', 'texts'],
    type: ['edge', 'gateway', 'preview', 'src'],
    packages: PREACT,
    mayTouchBrowser: false,
  },
};
export const DESK_ROOTS = ['main'];

/** The composition root and the entries: they may import every room. */
const ROOTS = [
  'widget',
  'index',
  'element',
  'client',
  'react',
  'vue',
  'svelte',
  'signals',
  'server',
  'headless',
  'testing',
];

const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

const EFFECTS =
  /(?<![\w.$'"`-])(?:fetch\(|Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|setTimeout\(|setInterval\(|requestAnimationFrame\(|queueMicrotask\(|localStorage|sessionStorage|indexedDB\.|navigator\.|crypto\.)/g;

/** Effects that some rooms may name: a frame belongs to drawing, and a microtask needs no clock. */
const ALLOWED_EFFECTS: Readonly<Record<string, readonly string[]>> = {
  ui: ['requestAnimationFrame(', 'queueMicrotask(', 'navigator.'],
  content: ['requestAnimationFrame(', 'performance.now(', 'queueMicrotask('],
  session: ['queueMicrotask('],
  client: ['queueMicrotask('],
  tools: ['queueMicrotask('],
};

/**
 * Lists every forbidden import and every forbidden use of a browser global.
 * @param files source text by path relative to src, such as `ui/panel.tsx`.
 * @param rules of the house's rooms, and `roots`, the files that may import all of them
 * @returns a sentence for each, which names the file and what it may not do; empty if there is none.
 */
export function findViolations(
  files: ReadonlyMap<string, string>,
  rules: Readonly<Record<string, Rule>> = RULES,
  roots: readonly string[] = ROOTS,
): string[] {
  const violations: string[] = [];
  for (const [path, source] of files) {
    const room = roomOf(path);
    const code = withoutComments(source);
    const rule = rules[room];
    if (rule === undefined) {
      if (!roots.includes(room)) violations.push(`${path}: "${room}" is no room of the house`);
      continue;
    }
    for (const [, typeOnly, from, dynamic] of code.matchAll(IMPORT)) {
      const target = from ?? dynamic ?? '';
      const found = checkImport(path, room, rule, target, typeOnly !== undefined);
      if (found !== null) violations.push(found);
    }
    if (rule.mayTouchBrowser) continue;
    for (const [effect] of code.matchAll(EFFECTS)) {
      if (ALLOWED_EFFECTS[room]?.includes(effect) || isArgument(effect, code)) continue;
      violations.push(`${path}: reads ${effect.replace('(', '')}; take it as an argument instead`);
    }
  }
  return violations;
}

/**
 * Lists every import of a folder's file that isn't one of the folder's doors.
 * @param files source text by path from the project's root
 * @param into the folder, with a slash at the end
 * @param doors the files that may be imported, by the file that imports them; '' stands for any file
 */
export function findDetours(
  files: ReadonlyMap<string, string>,
  into: string,
  doors: Readonly<Record<string, readonly string[]>>,
): string[] {
  return [...files].flatMap(([path, source]) => {
    const allowed = [...(doors[''] ?? []), ...(doors[path] ?? [])];
    return importsOf(path, source)
      .filter((target) => target.startsWith(into) && !allowed.includes(target))
      .map((target) => `${path}: imports ${target} past the door`);
  });
}

/**
 * Lists every circle of imports, those of types included, since the files of a circle can only be understood together.
 * @param files source text by path
 * @returns each circle once, as its files in order, such as `ui/a.ts → ui/b.ts → ui/a.ts`.
 */
export function findCircles(files: ReadonlyMap<string, string>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) circles.push([...trail.slice(at), path].join(' → '));
    if (at >= 0 || done.has(path)) return;
    for (const target of importsOf(path, files.get(path) ?? '')) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  return circles;
}

/** The files that a file imports, of types and lazily too, by path from where its own path begins; packages are left out. */
export function importsOf(path: string, source: string): string[] {
  return [...withoutComments(source).matchAll(IMPORT)]
    .map(([, , from, dynamic]) => from ?? dynamic ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) => resolve(path, target));
}

/** Whether the name is a parameter or an option of the file, such as `fetch`, which it may call then. */
function isArgument(effect: string, code: string): boolean {
  const name = effect.replace('(', '');
  return /^\w+$/.test(name) && new RegExp(`[{(,]\\s*${name}\\s*[,}:)=]`).test(code);
}

function checkImport(
  path: string,
  room: string,
  rule: Rule,
  target: string,
  isTypeOnly: boolean,
): string | null {
  if (!target.startsWith('.')) {
    const isAllowed = rule.packages.some(
      (name) => target === name || target.startsWith(`${name}/`),
    );
    return isAllowed ? null : `${path}: ${room}/ may not import the package ${target}`;
  }
  const other = roomOf(resolve(path, target));
  if (other === room || rule.value.includes(other)) return null;
  if (rule.type.includes(other)) {
    return isTypeOnly ? null : `${path}: ${room}/ may import only types of ${other}/ (${target})`;
  }
  return `${path}: ${room}/ may not import ${other}/ (${target})`;
}

function roomOf(path: string): string {
  const [first = ''] = path.split('/');
  return path.includes('/') ? first : first.replace(/\.tsx?$/, '');
}

function resolve(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** An interface with more members than this says that its parts know too much of each other. */
const MAX_MEMBERS = 12;

/**
 * What the parts of the session room are given by each other, as “file: Name (members)” for each of their interfaces.
 * @returns those, and how many members they have in all
 */
export function countPorts(files: ReadonlyMap<string, string>): {
  ports: string[];
  members: number;
} {
  let members = 0;
  const ports = [...files].flatMap(([path, source]) =>
    path.startsWith('session/')
      ? [...source.matchAll(INTERFACE)].flatMap(([, name = '', body = '']) => {
          if (!name.endsWith('Ports')) return [];
          const count = membersOf(body);
          members += count;
          return [`${path}: ${name} (${count})`];
        })
      : [],
  );
  return { ports, members };
}

const INTERFACE = /^(?:export )?interface (\w+)[^\n]*\{\n([\s\S]*?)^\}/gm;

const membersOf = (body: string): number =>
  body.match(/^ {2}(?:readonly |get |set )?[\w['"][^\n]*/gm)?.length ?? 0;

/** Interfaces of the rooms that are held to that, each as "file: Name (members)". Files are formatted: members stand two spaces in. */
export function findWideInterfaces(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, source]) => {
    if (!/^(session|tools)\//.test(path)) return [];
    return [...source.matchAll(INTERFACE)].flatMap(([, name, body = '']) => {
      const members = membersOf(body);
      return members > MAX_MEMBERS ? [`${path}: ${name} (${members})`] : [];
    });
  });
}

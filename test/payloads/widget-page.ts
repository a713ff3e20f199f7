// Runs in the browser: the panel itself, mounted, with each text wherever a text of others can stand in it. What
// the gateway says goes in as it would arrive: as JSON, through the parsers, into a log and its transcript.

import { ENGLISH } from '../../src/i18n/messages.ts';
import { parseOverrides } from '../../src/i18n/overrides.ts';
import { parseEvents } from '../../src/protocol/index.ts';
import { parseRows } from '../../src/session/outbox-rows.ts';
import { readRun } from '../../src/session/run-state.ts';
import { buildTranscript } from '../../src/session/transcript.ts';
import type { SessionSnapshot } from '../../src/session/types.ts';
import { withPreviews } from '../../src/session/unsettled.ts';
import { toTool } from '../../src/tools/descriptor.ts';
import { freezeInput } from '../../src/tools/input.ts';
import { toQuestion } from '../../src/tools/question.ts';
import { createCardTools } from '../../src/tools/sources/cards.ts';
import { readSummary } from '../../src/tools/summary.ts';
import type { CallView, ToolsSnapshot } from '../../src/tools/types.ts';
import { mountPanel } from '../../src/ui/mount-panel.tsx';
import type { DebugEntry, ViewOptions } from '../../src/ui/types.ts';
import { createOptionsReader, toViewOptions } from '../../src/widget/options.ts';
import { createCell, createRecordedPorts } from '../gallery/ports.ts';
import { ADDRESSES } from './generate.ts';
import { hugeEvents } from './huge.ts';
import {
  abilityPlace,
  badgePlace,
  launcherPlace,
  type Mounting,
  type Place,
  type Put,
  refusalPlace,
  textOf,
  voiceAndPaperPlace,
} from './more-places.ts';
import { areFew, isOwners, PICTURES } from './pictures.ts';
import {
  type Allowed,
  current,
  fingerprint,
  inspect,
  nextTask,
  trip,
  trips,
  watch,
} from './tripwires.ts';

const words = (text: string): Set<string> => new Set(text.split(/\s+/));
const ALLOWED: Allowed = {
  tags: words(`a article bdi blockquote br button code dd del details dialog div dl dt em fieldset form h2 h3 h4 h5 h6 hr i
    img input label legend li ol option p pre section select span strong style summary table tbody td textarea th thead time tr ul`),
  attributes:
    words(`accept data-key aria-pressed alt aria-atomic aria-busy aria-checked aria-controls aria-current aria-disabled aria-expanded
    aria-haspopup aria-hidden aria-label aria-labelledby aria-live aria-invalid aria-describedby aria-modal aria-required autocomplete checked class data-field datetime decoding dir
    enterkeyhint for hidden href id inert inputmode lang loading maxlength min max name novalidate open part required selected step placeholder referrerpolicy rel role rows src start tabindex
    target title type value align multiple style`),
  classes: /^(?:[a-z][a-z_-]* *)*$/,
  svgAttributes: words(
    'viewBox d fill stroke stroke-width stroke-linecap stroke-linejoin width height focusable cx cy r',
  ),
};
/** What an owner's picture may be: an address that the attribute table has passed. */
const isPicture = (src: string): boolean => /^(?:https?:|data:)/.test(src);
/** A picture that came whole. */
const INLINE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z\d+/\s]+={0,2}\s*$/;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Where texts of others stand, and in them the page's own words. */
const OTHERS = ':is(.log, .debug, .attachments, .conversations, [aria-live]) *';
const OWNERS = '.hello, .prompt, h3.hidden, .turn > .speaker bdi';
const OVERRIDES = /[\u202d\u202e]/;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

let count = 0;
/** Later each time, so that nothing waits for the next frame. */
let now = Date.UTC(2026, 0, 1);

function wireEvents(put: Put): unknown[] {
  const id = (name: string) => `${name}_${count}`;
  const event = (name: string, type: string, content: unknown, more: object = {}) => ({
    id: id(name),
    type,
    content,
    created_at: new Date(now).toISOString(),
    processed_at: new Date(now).toISOString(),
    ...more,
  });
  const call = (name: string, tool: unknown, input: unknown) =>
    event(name, 'agent.tool_use', [{ type: 'tool_use', id: id(name), name: tool, input }]);
  const answer = (name: string, fields: object) =>
    event(`${name}_answer`, 'user.tool_result', [
      { type: 'tool_result', tool_use_id: id(name), ...fields },
    ]);
  return [
    event('first', 'user.message', [
      { type: 'text', text: put('text of the visitor') },
      {
        type: 'document',
        title: put('title of a document'),
        source: { type: 'url', url: put('address of a document') },
      },
      {
        type: 'document',
        title: put('-'),
        source: { type: 'text', media_type: put('-'), data: put('text of a document') },
      },
      {
        type: 'document',
        title: put('-'),
        source: { type: 'base64', media_type: put('-'), data: put('-') },
      },
      {
        type: 'image',
        alt: put('alt of a picture'),
        source: { type: 'url', url: put('address of a picture') },
      },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: put('-') } },
      {
        type: put('kind of a block'),
        text: put('-'),
        dangerouslySetInnerHTML: { __html: put('-') },
      },
    ]),
    event('compacted', 'session.compaction', [{ type: 'text', text: put('summary') }]),
    event('system', 'system.message', [{ type: 'text', text: put('message of the system') }]),
    call('known', put('name of a tool'), { [textOf(put('name of a field'))]: put('value') }),
    answer('known', { content: put('result of a tool') }),
    call('items', 'show_items', {
      title: put('title of items'),
      items: [
        {
          title: `x${textOf(put('title of an item'))}`,
          text: put('text of an item'),
          price: put('price of an item'),
          image: put('-'),
          link: put('address of an item'),
          button: put('button of an item'),
        },
      ],
    }),
    answer('items', { content: 'shown' }),
    call('chosen', 'offer_choices', {
      question: `x${textOf(put('question of a card'))}`,
      options: ['a', put('-')],
    }),
    answer('chosen', { content: JSON.stringify({ chosen: [put('answer to a card')] }) }),
    call('filled', 'ask_form', {
      title: `x${textOf(put('title of a form'))}`,
      text: put('-'),
      fields: [
        { name: textOf(put('-')), label: put('-'), type: 'text' },
        { name: 'x', label: put('label of a field'), type: 'text' },
      ],
    }),
    answer('filled', { content: JSON.stringify({ values: { x: put('value of a form') } }) }),
    call('failing', 'look', { deep: { list: [put('nested value')] } }),
    answer('failing', {
      is_error: true,
      error_code: put('-'),
      content: { error: { code: put('code of a tool'), message: put('error of a tool') } },
    }),
    event('answer', 'agent.message', [
      { type: 'thought', text: put('thought'), extra_content: { gateway: { thinking_ms: 9 } } },
      {
        type: 'text',
        text: put('answer'),
        citations: [
          {
            type: put('kind of a source'),
            document_uri: put('address of a source'),
            document_title: put('title of a source'),
          },
          { type: 'kb', document_uri: `https://ok.test/${textOf(put('-'))}`, document_title: '' },
          {
            type: 'kb',
            document_uri: `https://evil.test/?d=${textOf(put('-'))}`,
            document_title: 'x',
          },
        ],
      },
      { type: 'document', title: put('-'), source: put('-') },
      { type: 'image', alt: put('-'), source: { type: 'base64', media_type: put('-'), data: '' } },
    ]),
    event('failed', 'session.error', {
      code: put('-'),
      text: put('text of an error'),
      request_id: put('id of a request'),
    }),
    event('second', 'user.message', [{ type: 'text', text: 'and?' }]),
    call('asked', 'ask', { [textOf(put('-'))]: put('-') }),
    call('choosing', 'offer_choices', {
      question: `x${textOf(put('question of an open card'))}`,
      options: ['a', `x${textOf(put('option of an open card'))}`],
    }),
    call('filling', 'ask_form', {
      title: `x${textOf(put('title of an open form'))}`,
      // What stands open has passed its schema: texts are texts there.
      text: `x${textOf(put('text of an open form'))}`,
      fields: [
        { name: 'x', label: `x${textOf(put('label of an open field'))}`, type: 'text' },
        {
          name: 'y',
          label: 'y',
          type: 'choice',
          options: ['a', `x${textOf(put('choice of an open field'))}`],
        },
      ],
      send: `x${textOf(put('button of an open form'))}`,
    }),
    event('idle', 'session.status_idle', {
      stop_reason: 'client_tool_use',
      context_tokens: 1,
      tool_use_ids: ['asked', 'choosing', 'filling'].map(id),
    }),
  ];
}

function readSession(put: Put): SessionSnapshot {
  return toSnapshot(put, JSON.stringify(wireEvents(put)));
}

function toSnapshot(put: Put, wire: string): SessionSnapshot {
  const events = parseEvents(JSON.parse(wire));
  const run = readRun(events);
  const transcript = buildTranscript(null, {
    events,
    rows: parseRows({
      rows: [
        {
          localId: `row_${count}`,
          sessionId: 's',
          state: 'refused',
          at: now,
          content: [{ type: 'text', text: put('text that was refused') }],
          refusal: { code: put('-'), message: put('-') },
        },
      ],
    }),
    run,
    seenAt: () => now,
    delivery: { isOnline: true, hasSession: true, isHeld: false },
  });
  const previews = new Map([[`preview_${count}`, textOf(put('preview'))]]);
  return {
    sessionId: `session_${count}`,
    entries: withPreviews(transcript.entries, transcript.end, previews),
    run: { state: 'paused', calls: [], isStopping: false },
    connection: 'live',
    trouble: { kind: 'forbidden' },
    isRestored: true,
    isUpToDate: true,
    hasOlder: false,
    isLoadingOlder: false,
    isForgetful: false,
  };
}

function readTools(put: Put): ToolsSnapshot {
  const title = textOf(put('title of a tool'));
  const description = textOf(put('description of a tool'));
  const tool = toTool(
    {
      name: 'ask',
      title,
      // Blank ones are refused where they are registered.
      description: /\S/.test(description) ? description : 'x',
      annotations: { destructiveHint: true },
      execute: () => null,
    },
    'page',
  );
  const toolUseId = `asked_${count}`;
  const input = freezeInput({
    [`${textOf(put('name of an asked field'))}_`]: textOf(put('asked value')),
    deep: [{ x: textOf(put('-')) }],
  });
  const summary = readSummary({
    title: textOf(put('title of a summary')),
    lines: [textOf(put('line of a summary'))],
    image: textOf(put('-')),
    total: textOf(put('total of a summary')),
  });
  const question = toQuestion(tool, toolUseId, input, true, summary);
  const known = `known_${count}`;
  const cards = createCardTools(['choices', 'form']).map((card, at): CallView => {
    const cardId = `${['choosing', 'filling'][at]}_${count}`;
    const open = toQuestion(card, cardId, freezeInput({}), true);
    return {
      toolUseId: cardId,
      name: card.name,
      title: card.title,
      status: { state: 'asking', question: open },
    };
  });
  return {
    calls: new Map([
      ...cards.map((card): [string, CallView] => [card.toolUseId, card]),
      [toolUseId, { toolUseId, name: 'ask', title, status: { state: 'asking', question } }],
      [
        known,
        {
          toolUseId: known,
          name: 'known',
          title: textOf(put('title of a running tool')),
          status: { state: 'running', startedAt: now },
        },
      ],
    ]),
    questions: [
      question,
      ...cards.flatMap(({ status }) => (status.state === 'asking' ? [status.question] : [])),
    ],
    isRunning: true,
  };
}

const reader = createOptionsReader(
  { baseUrl: document.baseURI, isColor: (value) => CSS.supports('color', value) },
  () => {},
);
const FIXED = { gateway: 'https://gateway.test', session: '/session', debug: true };

/** The owner's picture is not asked for here, since the payload would be its address; its address is looked at. */
function readOptions(put: Put): ViewOptions {
  const options = toViewOptions(
    reader.read({
      ...FIXED,
      title: put('title'),
      greeting: put('greeting'),
      prompts: [textOf(put('prompt')), 'another'],
      color: put('-'),
      theme: put('-'),
      position: put('-'),
      offset: put('-'),
      lang: put('-'),
      images: put('-'),
      contact: put('address of the contact'),
      privacy: put('address of the privacy page'),
      avatar: put('-'),
    }),
    true,
    'Shop',
  );
  if (!isPicture(options.avatar ?? 'data:')) trip(`a picture from ${options.avatar}`);
  return {
    ...options,
    avatar: null,
    imageOrigins: [PICTURES],
    cards: ['choices', 'products', 'form', 'replies'],
  };
}

const readStrings = (put: Put) => {
  const text = textOf(put('strings'));
  return parseOverrides(Object.fromEntries(Object.keys(ENGLISH).map((key) => [key, text])))
    .overrides;
};

/** Events reach the owner's view parsed. */
function readDebug(put: Put): DebugEntry[] {
  const entry = (kind: DebugEntry['kind'], raw: unknown): DebugEntry => ({
    key: `${count} ${kind} ${JSON.stringify(raw)?.length}`,
    at: now,
    kind,
    title: textOf(put('title of an event')),
    latencyMs: 3,
    requestId: textOf(put('request of an event')),
    raw,
  });
  const blocks = parseEvents(JSON.parse(JSON.stringify(wireEvents(put))));
  return [
    entry('warning', put('raw event')),
    entry('request', null),
    ...blocks.map((block) => entry('event', block)),
    entry('event', {
      id: textOf(put('-')),
      type: 'session.turn_usage',
      content: { model: textOf(put('model')) },
    }),
    entry('event', {
      type: 'session.error',
      content: { code: textOf(put('-')), text: textOf(put('-')) },
    }),
  ];
}

interface Mounted {
  host: HTMLElement;
  root: ShadowRoot;
  draw(put: Put): void;
  show(session: SessionSnapshot): void;
}

const EMPTY: SessionSnapshot = {
  sessionId: 'session',
  entries: [],
  run: { state: 'idle' },
  connection: 'live',
  trouble: null,
  isRestored: true,
  isUpToDate: true,
  hasOlder: false,
  isLoadingOlder: false,
  isForgetful: false,
};

async function mount(
  menuItem: string | null,
  draw: (ports: ReturnType<typeof createRecordedPorts>, put: Put) => void,
): Promise<Mounted> {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const ports = createRecordedPorts(
    { name: 'payloads', session: EMPTY, options: { isInline: true, isDebug: true } },
    { now: () => now },
  );
  ports.conversations = createCell(ports.conversations.get());
  ports.debug = createCell(ports.debug.get());
  mountPanel(root, ports);
  await settle();
  if (menuItem !== null) await openFromMenu(root, menuItem);
  return {
    host,
    root,
    draw: (put) => draw(ports, put),
    show: (session) => ports.session.set(session),
  };
}

async function openFromMenu(root: ShadowRoot, menuItem: string): Promise<void> {
  await settle();
  root.querySelector<HTMLElement>('.menu-button')?.click();
  await settle();
  const items = [...root.querySelectorAll<HTMLElement>('.menu [role=menuitem]')];
  if (menuItem !== '') items.find((item) => item.textContent?.includes(menuItem))?.click();
  await settle();
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 120));

watch();

const ready = Promise.all([
  mount(null, (ports, put) => {
    ports.options.set({ ...readOptions(put), contact: null });
    ports.tools.set(readTools(put));
    ports.session.set(readSession(put));
  }),
  mount('', (ports, put) => {
    ports.i18n.setOverrides(readStrings(put));
    ports.options.set(readOptions(put));
  }),
  mount('Owner', (ports, put) => {
    (ports.debug as ReturnType<typeof createCell<readonly DebugEntry[]>>).set(readDebug(put));
  }),
  mount('Earlier', (ports, put) => {
    const title = textOf(put('title of a conversation'));
    const sessionId = textOf(put('-'));
    (ports.conversations as ReturnType<typeof createCell<unknown>>).set([
      { sessionId, title, updatedAt: now, isCurrent: false },
    ]);
  }),
]);

/** What was said, without the steps between. */
const readTalk = (put: Put): SessionSnapshot => {
  const said = new Set([`first_${count}`, `answer_${count}`, `idle_${count}`]);
  const wire = wireEvents(put) as { id: string }[];
  return toSnapshot(put, JSON.stringify(wire.filter(({ id }) => said.has(id))));
};

const mounting: Mounting = { now: () => now, session: readTalk, options: readOptions };
const places: readonly Place[] = [
  launcherPlace(),
  badgePlace(),
  abilityPlace(mounting),
  refusalPlace(mounting, (root) => openFromMenu(root, 'Owner')),
  voiceAndPaperPlace(mounting),
];

const allText = (root: ParentNode): string =>
  [...root.querySelectorAll('*')]
    .flatMap((element) => [
      ...[...element.attributes].map(({ value }) => value),
      element instanceof HTMLTextAreaElement ? element.value : '',
    ])
    .concat((root as Node & ParentNode).textContent ?? '')
    .join('\n');

/** Draws a word of its own into every sink: one that doesn't come up is no sink, and its run would prove nothing. */
let calibrated: Promise<string[]> | null = null;
async function calibrate(): Promise<string[]> {
  const panels = await ready;
  const names = new Set<string>();
  const mark = (sink: string): string => `mark${sink.replaceAll(' ', '')}end`;
  const put: Put = (sink) => {
    if (sink === '-') return 'plain';
    names.add(sink);
    return sink.startsWith('address') ? `https://ok.test/${mark(sink)}` : mark(sink);
  };
  for (const panel of panels) panel.draw(put);
  for (const place of places) await place.draw(put);
  await settle();
  const roots = [...panels.map(({ root }) => root), ...places.flatMap((place) => place.roots())];
  const shown = roots.map((root) => allText(root).toLowerCase()).join('\n');
  const missing = [...names].filter((sink) => !shown.includes(mark(sink).toLowerCase()));
  if (missing.length > 0) throw new Error(`Not drawn anywhere: ${missing.join(', ')}`);
  return [...names];
}

function look(panel: { root: ParentNode }): void {
  inspect(panel.root, ALLOWED);
  if (!areFew(panel.root)) trip('pictures that carry much together');
  for (const picture of panel.root.querySelectorAll('img')) {
    const { src } = picture;
    // A tool's summary and an item may show a picture of the page's own site.
    const isOfSite =
      new URL(src).origin === location.origin && picture.closest('.question-head, .items');
    if (!isOfSite && !isOwners(src) && !INLINE.test(src))
      trip(`a picture that nobody asked for: ${src}`);
  }
  // What would run is shown to the last character; a title may hold what joins an emoji, but not turn a text around.
  for (const field of panel.root.querySelectorAll(
    '.question .fields, .way .fields, .tool .fields',
  )) {
    if (INVISIBLE.test(field.textContent ?? '')) trip('invisible characters in an input');
  }
  for (const card of panel.root.querySelectorAll('.question, .way, .tool, .sources')) {
    if (TURNING.test(card.textContent ?? '')) trip('a card whose text is turned around');
  }
  // Everywhere but where somebody types: there it must stay as it is.
  for (const element of panel.root.querySelectorAll(OTHERS)) {
    const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : ''));
    if (OVERRIDES.test(own.join('')) && !element.matches(OWNERS))
      trip(`a text that is turned around in ${element.localName}.${element.className}`);
  }
  for (const name of panel.root.querySelectorAll('.conversation-title, .attachments')) {
    if (TURNING.test(name.textContent ?? '')) trip('a name that is turned around');
  }
  for (const line of panel.root.querySelectorAll('.debug, .turn-end .note')) {
    if (INVISIBLE.test(line.textContent ?? ''))
      trip('invisible characters in an id or a line of the owner’s');
  }
  for (const element of panel.root.querySelectorAll<HTMLElement>('[style]')) {
    if (/url\(|expression|@import/i.test(element.getAttribute('style') ?? '')) trip('a style');
  }
}

/** What a value of another kind than text could become where text is expected. */
function inPlaceOf(payload: string): unknown[] {
  const props = { src: 'x', onerror: 'tripwire(1)', dangerouslySetInnerHTML: { __html: payload } };
  const node = { type: 'img', props, key: null, ref: null, __k: null, __v: 1, constructor: null };
  const { constructor: _, ...bare } = node;
  return [node, bare, [bare], { toString: payload, length: 1e9 }, [[payload]], 42];
}

async function drawAll(put: Put): Promise<void> {
  count += 1;
  now += 60_000;
  const panels = await ready;
  for (const panel of panels) {
    try {
      panel.draw(put);
    } catch (error) {
      trip(`threw ${(error as Error).stack ?? String(error)}`);
    }
  }
  const failed = (error: unknown) => trip(`threw ${(error as Error).stack ?? String(error)}`);
  await Promise.all(places.map(async (place) => place.draw(put)).map((work) => work.catch(failed)));
  await nextTask();
  for (const panel of panels) look(panel);
  for (const root of places.flatMap((place) => place.roots())) look({ root });
}

async function pressLinks(): Promise<void> {
  const [first] = await ready;
  const button = first.root.querySelector<HTMLElement>('button.link');
  if (!button) return;
  button.click();
  for (let turn = 0; turn < 8 && !first.root.querySelector('[role=alertdialog]'); turn++)
    await nextTask();
  look(first);
  const buttons = first.root.querySelectorAll<HTMLElement>('[role=alertdialog] button');
  buttons[buttons.length - 1]?.click();
}

window.payloadSinks = () => {
  calibrated ??= calibrate();
  return calibrated;
};

window.runPayloads = async (payloads) => {
  await window.payloadSinks();
  const before = fingerprint();
  const windowNames = Object.getOwnPropertyNames(window).length;
  for (const [index, payload] of payloads.entries()) {
    Object.assign(current, { sink: 'panel', payload });
    // Few texts are addresses; where one is wanted, every other drawing has one.
    const address = index % 2 === 0 ? payload : ADDRESSES[(index >> 1) % ADDRESSES.length];
    await drawAll((sink) => (sink.startsWith('address') ? address : payload));
    if (index % 4 === 0) await pressLinks();
    if (index % 25 === 0) {
      current.sink = 'other kinds in place of text';
      for (const value of inPlaceOf(payload)) await drawAll(() => value);
    }
    if (fingerprint() !== before) trip('the page was changed');
  }
  await settle();
  if (Object.getOwnPropertyNames(window).length !== windowNames) trip('a global appeared');
  return trips.splice(0);
};

let held = '';
window.holdHuge = async (kind) => {
  await ready;
  held = JSON.stringify(hugeEvents(kind));
};

window.drawHuge = async () => {
  const [panel] = await ready;
  now += 60_000;
  await settle();
  panel.show(toSnapshot(() => 'x', held));
  await settle();
  await settle();
  const elements = panel.root.querySelectorAll('*').length;
  panel.show(EMPTY);
  await settle();
  return elements;
};

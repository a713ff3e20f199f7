// Runs in the browser: draws each text through every sink that shows others' text, presses what can be
// pressed, and looks at what has become of the page. Everything that trips is collected with its text.

import {
  cleanLine,
  createContent,
  createPictureBudget,
  dedupeCitations,
  findPictures,
} from '../../src/content/index.ts';
import { areFew, isOwners, PICTURES } from './pictures.ts';
import {
  type Allowed,
  current,
  fingerprint,
  inspect,
  tick,
  trip,
  trips,
  watch,
} from './tripwires.ts';

const tags = new Set(
  'p br hr strong em del code sub sup kbd b i u s mark abbr ins small details summary pre blockquote h4 h5 h6 ul ol li table thead tbody tr th td a button div span bdi'.split(
    ' ',
  ),
);
/**
 * Of what the widget itself may set, on elements that came from text: `alt` marks a task and its box, `hidden` a box of code
 * that has no line yet.
 */
const attributes = new Set(
  'alt hidden href title start align rel target referrerpolicy type class tabindex dir role aria-label aria-haspopup'.split(
    ' ',
  ),
);
const classes =
  /^(?:code|code-bar|copy|lines|table|link|image|broken|more|go-on|math|math is-block)$/;
const ALLOWED: Allowed = { tags, attributes, classes };

type Sink = (payload: string, root: HTMLElement) => void;

const content = createContent({
  documentRef: document,
  words: () => ({
    showImage: (host) => `Show image from ${host}`,
    copyCode: 'Copy',
    table: 'Table',
    showMore: 'More',
  }),
  onLinkQuestion(link) {
    if (!/^(?:https?|mailto):/.test(link.href)) trip(`asked about ${link.href}`);
  },
  onCopyCode() {},
});

/** Of one conversation: each drawing is one. */
let budget = createPictureBudget([], '');

const draw = (text: string, root: HTMLElement): void =>
  content.createView(root).update(text, budget.admit(findPictures(text)));

/** Where a text may stand in markdown that someone else wrote around it. */
const FRAMES: readonly ((payload: string) => string)[] = [
  (x) => `[text](${x})`,
  (x) => `![alt](<${x}> "t")`,
  (x) => `[${x}](https://ok.test/)`,
  (x) => `![${x}](https://ok.test/a.png)`,
  (x) => `- one\n- ${x}`,
  (x) => `> ${x}`,
  (x) => `\`\`\`${x}\n${x}\n\`\`\``,
  (x) => `| a |\n| - |\n| ${x.replaceAll('\n', ' ')} |`,
  (x) => `[r] ![r]\n\n[r]: <${x}> "${x}"`,
];

const SINKS: Readonly<Record<string, Sink>> = {
  message: draw,
  preview(payload, root) {
    const view = content.createView(root);
    for (const share of [0.2, 0.4, 0.6, 0.8, 1])
      view.update(payload.slice(0, Math.ceil(payload.length * share)), undefined, share < 1);
  },
  framed(payload, root) {
    for (const frame of FRAMES) {
      const part = document.createElement('div');
      root.append(part);
      draw(frame(payload), part);
    }
  },
  citation(payload, root) {
    const sources = dedupeCitations([
      { type: payload, document_uri: payload, document_title: payload },
      {
        type: 'knowledge_base',
        document_uri: `https://ok.test/${payload}`,
        document_title: payload,
      },
    ]);
    for (const { title, uri, link } of sources) {
      const anchor = link && content.createLink(link.href, title);
      const item = document.createElement('div');
      item.append(anchor ?? title, ' ', uri);
      root.append(item);
    }
  },
  link(payload, root) {
    const anchor = content.createLink(payload, payload);
    if (anchor) root.append(anchor);
  },
  line(payload, root) {
    root.append(cleanLine(payload));
  },
};

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;
const OVERRIDES = /[\u202d\u202e]/;

/** Hosts that labels of this run name, whatever stands for the dot. */
const NAMED = /bank[^a-z\s]?[^a-z]test|192\.168\.0\.1/i;

/** What reads as something else than it is. */
function inspectReading(root: HTMLElement, sink: string): void {
  const text = root.textContent ?? '';
  if (OVERRIDES.test(text)) trip('a text that is turned around');
  if (/^(?:line|citation)$/.test(sink) && BIDI.test(text)) trip('a line with bidi controls');
  for (const code of root.querySelectorAll('code, pre')) {
    if (REORDERING.test(code.textContent ?? '')) trip('code that is reordered');
  }
  for (const link of root.querySelectorAll<HTMLElement>('a, button.link')) {
    const words = link.textContent ?? '';
    if (BIDI.test(words)) trip('bidi controls in a link');
    const host = link instanceof HTMLAnchorElement ? link.host : content.linkOf(link)?.host;
    if (!host || host === location.host || words.includes(host)) continue;
    if (host.includes('xn--')) trip(`a foreign host that isn't shown: ${host}`);
    if (sink === 'link') continue;
    const next = link.nextSibling?.nodeType === 3 ? (link.nextSibling.textContent ?? '') : '';
    const named = NAMED.exec(words.replace(/\u200b/g, '') + next) ?? /^intranet$/i.exec(words);
    if (named && named.index < words.length) trip(`${named[0]} is said, and it is ${host}`);
  }
}

watch();

window.payloadSinks = async () => Object.keys(SINKS);

window.runPayloads = async (payloads) => {
  const before = fingerprint();
  const windowNames = Object.getOwnPropertyNames(window).length;
  for (const [index, payload] of payloads.entries()) {
    for (const [sink, run] of Object.entries(SINKS)) {
      Object.assign(current, { sink, payload });
      const root = document.createElement('div');
      document.body.append(root);
      try {
        budget = createPictureBudget([PICTURES], location.href);
        run(payload, root);
        if (!areFew(root)) trip('pictures that carry much together');
        if (sink === 'preview' && root.querySelector('img')) trip('a picture of what is written');
        for (const picture of root.querySelectorAll('img'))
          if (isOwners(picture.src)) picture.remove();
        inspect(root, ALLOWED);
        inspectReading(root, sink);
        for (const button of root.querySelectorAll<HTMLButtonElement>('button:not(.image)'))
          button.click();
        if (fingerprint() !== before) trip('the page was changed');
      } catch (error) {
        trip(`threw ${String(error)}`);
      }
      root.remove();
    }
    // Lets errors, violations and loads arrive while it is known what caused them.
    if (index % 20 === 19) await tick();
  }
  await tick();
  if (Object.getOwnPropertyNames(window).length !== windowNames) trip('a global appeared');
  return trips.splice(0);
};

let held = '';
window.holdText = (text) => {
  held = text;
};

window.drawHeld = async (pieces) => {
  const rig = createContent({
    documentRef: document,
    words: () => ({ showImage: String, copyCode: '', table: '', showMore: '' }),
    onLinkQuestion() {},
    onCopyCode() {},
    later(work) {
      const timer = setTimeout(work, 0);
      return () => clearTimeout(timer);
    },
  });
  const root = document.createElement('div');
  document.body.append(root);
  const view = rig.createView(root);
  for (let piece = 1; piece <= pieces; piece++) {
    await tick();
    view.update(held.slice(0, Math.ceil((held.length * piece) / pieces)));
    while (!view.isSettled) await tick();
  }
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await tick();
  const drawn = {
    chars: root.textContent?.length ?? 0,
    elements: root.querySelectorAll('*').length,
  };
  root.remove();
  return drawn;
};

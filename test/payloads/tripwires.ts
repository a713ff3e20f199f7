// What every page of a payload run watches for: scripts that ran, violations of the policy, addresses that
// lead astray, and a host page that is no longer what it was. Knows nothing of what is drawn.

import type { Huge } from './huge.ts';

export interface Trip {
  sink: string;
  what: string;
  payload: string;
}

declare global {
  interface Window {
    /** Draws each text through every sink of the page; resolves to all that tripped. */
    runPayloads(payloads: readonly string[]): Promise<Trip[]>;
    /** Names of the sinks, known once the page stands. */
    payloadSinks(): Promise<string[]>;
    /** Takes what `drawHeld` is to draw, so that its coming isn't measured with it. */
    holdText(text: string): void;
    /** Draws the held text as it grows, in so many pieces, until it stands and a frame has shown it. */
    drawHeld(pieces: number): Promise<{ chars: number; elements: number }>;
    holdHuge(kind: Huge): Promise<void>;
    /** Parses and draws the held reply of the gateway; resolves to how many elements it became. */
    drawHuge(): Promise<number>;
  }
}

export const trips: Trip[] = [];
/** What is being drawn now; to be kept up to date by the page. */
export const current: { sink: string; payload: string } = { sink: 'none', payload: '' };

export function trip(what: string): void {
  trips.push({ ...current, what });
}

export interface Allowed {
  tags: ReadonlySet<string>;
  attributes: ReadonlySet<string>;
  classes: RegExp;
  /** Attributes of drawings; their elements may stand in an `svg`. */
  svgAttributes?: ReadonlySet<string>;
}

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'path', 'circle', 'rect', 'g']);

/** Trips over every element, attribute, class and address that isn't allowed for. */
export function inspect(root: ParentNode, allowed: Allowed): void {
  for (const element of root.querySelectorAll('*')) {
    const tag = element.localName;
    const isDrawing = allowed.svgAttributes !== undefined && element.namespaceURI === SVG;
    if (isDrawing ? !SVG_TAGS.has(tag) : !allowed.tags.has(tag) || element.namespaceURI !== HTML) {
      trip(`<${tag}>`);
    }
    for (const { name, value } of element.attributes) {
      const isKnown =
        allowed.attributes.has(name) || (isDrawing && allowed.svgAttributes?.has(name) === true);
      if (!isKnown) trip(`attribute ${name} on <${tag}>`);
      if (name === 'class' && !allowed.classes.test(value)) trip(`class ${value}`);
    }
    if (element instanceof HTMLAnchorElement) inspectAnchor(element);
  }
}

function inspectAnchor(anchor: HTMLAnchorElement): void {
  if (!['http:', 'https:', 'mailto:', 'tel:'].includes(anchor.protocol))
    trip(`a link to ${anchor.href}`);
  if (anchor.username !== '' || anchor.password !== '') trip(`user info in ${anchor.href}`);
  if (/[\u202a-\u202e\u2066-\u2069]/.test(anchor.href)) trip('a bidi control in a link');
  const carried = anchor.search.length + anchor.hash.length;
  // Only behind a question that shows it whole.
  const isAsked = anchor.closest('[role=alertdialog]') !== null;
  const isOwners = anchor.closest('[role=menu], .banner, .turn-end') !== null;
  if (!isAsked && !isOwners && anchor.host !== location.host && carried > 60)
    trip('an address that carries much is linked');
  if (anchor.rel !== 'noopener noreferrer nofollow' || anchor.target !== '_blank')
    trip('a link that keeps ties');
}

/** What a page has that a text could take over: names on document and window, and the prototypes. */
export const fingerprint = (): string =>
  JSON.stringify([
    Object.getOwnPropertyNames(Object.prototype),
    Object.getOwnPropertyNames(Array.prototype).length,
    Object.getOwnPropertyNames(Element.prototype).length,
    Object.getOwnPropertyNames(document),
    typeof document.createElement,
    typeof document.getElementById,
    document.body.localName,
    document.cookie,
    document.title,
    location.href,
    history.length,
    document.forms.length,
    document.images.length,
    document.styleSheets.length,
    document.scripts.length,
    document.head.childElementCount,
  ]);

const CALLED = ['alert', 'confirm', 'prompt', 'print', 'open', 'tripwire', 'postMessage'] as const;

/** To be called once, before anything is drawn. */
export function watch(): void {
  window.addEventListener('error', (event) => trip(`error: ${event.message}`));
  window.addEventListener('unhandledrejection', (event) =>
    trip(`rejection: ${String(event.reason)}`),
  );
  document.addEventListener('securitypolicyviolation', (event) =>
    trip(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  for (const name of CALLED) {
    Object.assign(window, { [name]: () => trip(`${name}() was called`) });
  }
}

const channel = new MessageChannel();
/** A task later, without the four milliseconds that timers in a row cost. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(0);
  });

export const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

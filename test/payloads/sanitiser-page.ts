// Runs in the browser: the sanitiser alone, as if the writer before it had failed in every way. Its page has no policy
// that would stand in for it: DOMPurify's own parser offends one with any inline handler that it takes out.

import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '../../src/content/policy.ts';
import { getSanitizer } from '../../src/content/sanitize.ts';
import { current, fingerprint, tick, trip, trips, watch } from './tripwires.ts';

const TAGS: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const ATTRIBUTES: ReadonlySet<string> = new Set(ALLOWED_ATTRIBUTES);
/** What DOMPurify lets a picture have, the code behind it turns into words. */
const RUNNING = {
  href: /^(?:javascript|data|vbscript|blob|file):/,
  src: /^(?:javascript|vbscript|blob|file):/,
};

/** As it is, where a text may stand in HTML, and as an attribute. */
const SINKS: Readonly<Record<string, (payload: string) => string>> = {
  'as HTML': (x) => x,
  'in an element': (x) => `<p>${x}</p>`,
  'in a table': (x) => `<table><tr><td>${x}`,
  'as an address': (x) => `<a href="${x.replaceAll('"', '&quot;')}">x</a><img src='${x}'>`,
  'in foreign content': (x) => `<math><mtext><table><mglyph><style>${x}`,
};

watch();
const sanitize = getSanitizer(document);

window.payloadSinks = async () => Object.keys(SINKS);

window.runPayloads = async (payloads) => {
  const before = fingerprint();
  for (const [index, payload] of payloads.entries()) {
    for (const [sink, frame] of Object.entries(SINKS)) {
      Object.assign(current, { sink, payload });
      try {
        // Never into the page: what is made stays in an inert document.
        inspectInert(sanitize(frame(payload)));
      } catch (error) {
        trip(`threw ${String(error)}`);
      }
      if (fingerprint() !== before) trip('the page was changed');
    }
    if (index % 20 === 19) await tick();
  }
  await tick();
  return trips.splice(0);
};

function inspectInert(fragment: DocumentFragment): void {
  for (const { localName, namespaceURI, attributes } of fragment.querySelectorAll('*')) {
    if (!TAGS.has(localName)) trip(`<${localName}>`);
    if (namespaceURI !== 'http://www.w3.org/1999/xhtml') trip(`${namespaceURI}`);
    for (const { name, value } of attributes) {
      // DOMPurify can't take `is` away, and empties it.
      if (!ATTRIBUTES.has(name) && !(name === 'is' && value === '')) trip(`attribute ${name}`);
      if ((name !== 'href' && name !== 'src') || !URL.canParse(value, document.baseURI)) continue;
      if (RUNNING[name].test(new URL(value, document.baseURI).protocol)) trip(`${name}=${value}`);
    }
  }
}

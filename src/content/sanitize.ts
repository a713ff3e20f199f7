// The one HTML sink of the widget. HTML text goes in, an inert fragment comes out, and between them stands
// DOMPurify; under Trusted Types it is the policy "bellhop" itself that sanitises.

import createDOMPurify, { type Config, type DOMPurify, type WindowLike } from 'dompurify';
import { ALLOWED_ADDRESS, ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from './policy.ts';

/** Makes a fragment of the allowed elements only. Nothing in it has loaded or run. */
export type Sanitizer = (html: string) => DocumentFragment;

interface TrustedPolicy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy;
}

type ContentWindow = Window & typeof globalThis & { trustedTypes?: TrustedTypes };

const sanitizers = new WeakMap<Document, Sanitizer>();

/** One for each document: a page may refuse a second policy of the same name. */
export function getSanitizer(documentRef: Document): Sanitizer {
  const existing = sanitizers.get(documentRef);
  if (existing) return existing;
  const made = createSanitizer(documentRef);
  sanitizers.set(documentRef, made);
  return made;
}

function createSanitizer(documentRef: Document): Sanitizer {
  const view = documentRef.defaultView as ContentWindow | null;
  if (!view) throw new Error('Markdown needs a document with a window.');
  const purifier = createDOMPurify(withDocument(view, documentRef) as unknown as WindowLike);
  // DOMPurify parses through the policy that sanitises by calling DOMPurify: while it is at work, and only
  // then, the policy lets its own text pass.
  let isInside = false;
  const inside = <T>(work: () => T): T => {
    isInside = true;
    try {
      return work();
    } finally {
      isInside = false;
    }
  };
  const rules: TrustedPolicy = {
    createHTML: (html) => (isInside ? html : inside(() => purifier.sanitize(html))),
    createScriptURL() {
      throw new TypeError('Bellhop makes no script addresses.');
    },
  };
  const policy = createPolicy(view, rules);
  inside(() => configure(purifier, policy));

  return (html) => {
    const template = documentRef.createElement('template');
    template.innerHTML = policy.createHTML(html);
    return template.content;
  };
}

/** DOMPurify reads the document from its window, where elements of the page may answer for it. */
function withDocument(view: ContentWindow, documentRef: Document): ContentWindow {
  return new Proxy(view, {
    get: (_, name) => (name === 'document' ? documentRef : Reflect.get(view, name)),
  });
}

function createPolicy(view: ContentWindow, rules: TrustedPolicy): TrustedPolicy {
  return view.trustedTypes ? view.trustedTypes.createPolicy('bellhop', rules) : rules;
}

function configure(purifier: DOMPurify, policy: TrustedPolicy): void {
  purifier.setConfig({
    // No profile beside it: DOMPurify would take the profile's list and drop ours.
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],
    ALLOWED_URI_REGEXP: ALLOWED_ADDRESS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    SANITIZE_DOM: true,
    // The library's type wants the browser's own class; the shape is what it uses.
    TRUSTED_TYPES_POLICY: policy as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>,
  });
}

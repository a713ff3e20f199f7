// The only place of the widget that parses HTML: text goes in, DOMPurify sanitises, an inert fragment comes out. Under
// Trusted Types the policy "bellhop" itself sanitises.

import createDOMPurify, { type Config, type DOMPurify, type WindowLike } from 'dompurify';
import { ALLOWED_ADDRESS, ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from './policy.ts';

/** Makes a fragment of allowed elements only. Nothing in it has loaded or run. */
export type Sanitizer = (html: string) => DocumentFragment;

interface TrustedPolicy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy;
}

type ContentWindow = Window & typeof globalThis & { trustedTypes?: TrustedTypes };

/**
 * One for each document, since a page may refuse a second policy of the same name. A value and no declaration: the
 * browser never frees a policy, and a function that is written into its caller would hold that caller's names with it,
 * which are those of a whole chat.
 */
export const getSanitizer = onceFor(createSanitizer);

function onceFor<T>(make: (documentRef: Document) => T): (documentRef: Document) => T {
  const made = new WeakMap<Document, T>();
  return (documentRef) => {
    const known = made.get(documentRef) ?? make(documentRef);
    made.set(documentRef, known);
    return known;
  };
}

function createSanitizer(documentRef: Document): Sanitizer {
  const view = documentRef.defaultView as ContentWindow | null;
  if (!view) throw new Error('Markdown needs a document with a window.');
  const purifier = createDOMPurify(withDocument(view, documentRef) as unknown as WindowLike);
  // The policy sanitises by calling DOMPurify, and DOMPurify parses through the policy. So while DOMPurify works, and
  // only then, the policy lets text pass unchanged.
  let isInside = false;
  const inside = <T>(work: () => T): T => {
    isInside = true;
    try {
      return work();
    } finally {
      isInside = false;
    }
  };
  const sanitize = (html: string): string => {
    const clean = purifier.sanitize(html);
    // It keeps the elements that it has removed, and with them all that stood around them, until the next text comes.
    purifier.removed = [];
    return clean;
  };
  const rules: TrustedPolicy = {
    createHTML: (html) => (isInside ? html : inside(() => sanitize(html))),
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

/** Gives DOMPurify, which reads `document` from its window, our proxy: there, elements could replace its members. */
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
    // Set no profile: DOMPurify would use the profile's list instead of ours.
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],
    ALLOWED_URI_REGEXP: ALLOWED_ADDRESS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    SANITIZE_DOM: true,
    // The library's type asks for the browser's class, but it uses only these members.
    TRUSTED_TYPES_POLICY: policy as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>,
  });
}

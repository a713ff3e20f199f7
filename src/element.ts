// The npm entry `./element`: `<bellhop-chat gateway="…" session="…">`, an inline panel whose attributes are the
// script tag's without `data-`. Importing it defines the element, where there are elements.

import { document } from './dom/document.ts';
import { addChat } from './hooks/index.ts';
import { ATTRIBUTE_NAMES, toAttribute } from './loader/attributes.ts';
import { createChat } from './loader/chat.ts';
import { FORMER_NAMES } from './loader/former-names.ts';
import { takeThemes } from './loader/take-themes.ts';
import type { Chat, ChatEvents, Configuration } from './widget/types.ts';

/** "hideOn" → "hide-on" */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';

/** What needs JavaScript, and so `configure`; and the panel's place, which is the element itself. */
type NotInHtml = 'getSession' | 'settleMs' | 'target' | 'doors';

/** As it stands in HTML: a switch also without a value, a list as one text. */
type InHtml<Value> =
  | Extract<Value, string>
  | (true extends Value ? boolean | '' | 'true' | 'false' : never);

/** The attributes of `<bellhop-chat>`, for the JSX and the templates of frameworks. */
export type BellhopChatAttributes = {
  [Name in keyof Omit<Configuration, NotInHtml> as Kebab<Name>]?:
    | InHtml<Configuration[Name]>
    | undefined;
};

const NAMES = new Map(
  [...ATTRIBUTE_NAMES, ...FORMER_NAMES.values()].map(
    (name) => [toAttribute(name).slice('data-'.length), name] as const,
  ),
);

/** Templates of frameworks read a colon as their own sign: each event comes with a hyphen in its place, too. */
const EVENTS: Readonly<Record<keyof ChatEvents, null>> = {
  ready: null,
  open: null,
  close: null,
  message: null,
  unread: null,
  change: null,
  tool: null,
  error: null,
  feedback: null,
  session: null,
  consent: null,
};

/** On a server there are no elements: the class can be imported and named there, and its tag rendered, not more. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<bellhop-chat>`: a panel that fills its box. Importing `bellhop/element` defines it.
 * @example
 * const element = document.querySelector('bellhop-chat');
 * element?.configure({ getSession: async () => (await fetch('/chat/session', { method: 'POST' })).json() });
 * element?.chat?.open();
 */
export class BellhopChatElement extends Base {
  static readonly observedAttributes = [...NAMES.keys()];

  #chat: Chat | null = null;
  #configured: Configuration = {};

  constructor() {
    super();
    for (const name of Object.keys(EVENTS)) {
      this.addEventListener?.(`bellhop:${name}`, (event) => {
        const { detail } = event as CustomEvent<unknown>;
        const again = { detail, bubbles: true, composed: true };
        this.dispatchEvent(new CustomEvent(`bellhop-${name}`, again));
      });
    }
  }

  /** Null while the element isn't on a page. */
  get chat(): Chat | null {
    return this.#chat;
  }

  /** Sets options that attributes can't hold, such as `getSession`, before or after the element is on the page. */
  configure(options: Configuration): void {
    Object.assign(this.#configured, options);
    if (this.#chat) this.#chat.configure(options);
    else if (this.isConnected) this.connectedCallback();
  }

  connectedCallback(): void {
    if (this.#chat) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const place = document.createElement('div');
    // Set it on `style`: a strict Content Security Policy refuses style attributes in HTML.
    place.style.height = '100%';
    root.replaceChildren(place);
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    const name = this.getAttribute('name') ?? 'default';
    const chat = createChat(
      { __proto__: null },
      name,
      (host) => {
        dress(host);
        return import('./widget.ts');
      },
      () => leave(),
    );
    const dress = takeThemes(chat);
    const { nonce } = this;
    const problem = chat.configure({ nonce, ...this.#read(), ...this.#configured, target: place });
    if (problem) console.error(`[bellhop] ${problem} is missing or wrong`);
    this.#chat = chat;
    const leave = addChat(name, chat);
  }

  disconnectedCallback(): void {
    // Look again after this task: frameworks take elements out and put them back, which must not end the chat.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#chat?.destroy();
      this.#chat = null;
    });
  }

  attributeChangedCallback(attribute: string): void {
    const name = NAMES.get(attribute);
    // An attribute that was taken away counts no more: somebody may have signed out.
    const own = name === undefined ? {} : { [name]: Reflect.get(this.#configured, name) };
    this.#chat?.configure({ ...own, ...this.#read() });
  }

  #read(): Configuration {
    const found: Record<string, string> = {};
    for (const [attribute, name] of NAMES) {
      const value = this.getAttribute(attribute);
      if (value !== null) found[name] = value;
    }
    return found;
  }
}

const registry = globalThis.customElements;
if (registry && !registry.get('bellhop-chat')) registry.define('bellhop-chat', BellhopChatElement);

export type { BellhopEventMap } from './widget/dom-events.ts';

declare global {
  interface HTMLElementTagNameMap {
    'bellhop-chat': BellhopChatElement;
  }
}

// JSON to be read, and to be copied.

import { useState } from 'preact/hooks';
import { writeJson } from '../dom/json.ts';

/** Of one text; copying gives all of it. */
const MAX_CHARS = 20_000;
const COPIED_MS = 1500;

/** JSON in a text is laid out as JSON; every other text stays as it is. */
export function layOut(value: unknown): string {
  if (typeof value !== 'string') return writeJson(value, 2) ?? 'undefined';
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return writeJson(JSON.parse(value), 2);
  } catch {
    return value;
  }
}

export function Json({ value, label }: { value: unknown; label: string }) {
  const text = layOut(value);
  const isCut = text.length > MAX_CHARS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for controls.
    <pre class="json" tabIndex={0} role="group" aria-label={label}>
      {isCut ? `${text.slice(0, MAX_CHARS)}\n… ${text.length - MAX_CHARS} more characters` : text}
    </pre>
  );
}

export function CopyButton(props: {
  label: string;
  text: () => string;
  copy: (text: string) => Promise<unknown>;
  after: (delayMs: number, act: () => void) => () => void;
}) {
  const { label, text, copy, after } = props;
  const [said, say] = useState('');
  const onClick = async () => {
    try {
      await copy(text());
      say('Copied');
    } catch {
      say('Not copied: the browser refused');
    }
    after(COPIED_MS, () => say(''));
  };
  return (
    <button type="button" class="quiet" onClick={() => void onClick()}>
      <span aria-live="polite">{said || label}</span>
    </button>
  );
}

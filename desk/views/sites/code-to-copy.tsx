// Code that an owner takes somewhere else: all of it in a field that can be marked, and a button that copies it.

import { CopyButton } from '../parts.tsx';
import type { View } from '../view.ts';

export function CodeToCopy(props: {
  view: View;
  code: string;
  /** What a screen reader calls the field. */
  label: string;
  press: string;
  isPrimary?: boolean;
  /** Copied, by the button or by hand. */
  onCopied?: () => void;
}) {
  const { view, code, label, press, isPrimary = false, onCopied } = props;
  return (
    <>
      <textarea
        class="tag"
        dir="ltr"
        readOnly
        spellcheck={false}
        aria-label={label}
        rows={code.split('\n').length + 1}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onCopied}
      />
      <div class="buttons start">
        <CopyButton
          view={view}
          text={code}
          label={press}
          isPrimary={isPrimary}
          {...(onCopied === undefined ? {} : { onCopied })}
        />
      </div>
    </>
  );
}

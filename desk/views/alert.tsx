// What somebody should know at once: a sign and words, so that nobody has to tell colours apart.

import type { ComponentChildren } from 'preact';
import { AlertIcon } from './icons.tsx';

export function Alert(props: { isGrave?: boolean; children: ComponentChildren }) {
  return (
    <div class={`alert${props.isGrave === true ? ' grave' : ''}`}>
      <AlertIcon />
      <div>{props.children}</div>
    </div>
  );
}

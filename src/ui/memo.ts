// A component that draws again only when one of its props is another object. Entries keep their identity
// while they don't change, so a row in the middle of a long transcript costs one comparison.

import { type ComponentChildren, createElement, type FunctionComponent } from 'preact';
import { useRef } from 'preact/hooks';

export function memo<Props extends object>(draw: FunctionComponent<Props>) {
  return function Memo(props: Props): ComponentChildren {
    const last = useRef<{ props: Props; row: ComponentChildren } | null>(null);
    const isSame = last.current !== null && hasSameFields(last.current.props, props);
    // The same vnode object tells Preact that nothing below has changed.
    if (!isSame) last.current = { props, row: createElement(draw, props) };
    return last.current?.row;
  };
}

function hasSameFields(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => a[key as keyof typeof a] === b[key as keyof typeof b])
  );
}

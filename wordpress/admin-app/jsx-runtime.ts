// What JSX becomes: calls of wp.element.createElement, which every WordPress from 6.5 has.

import { createElement, Fragment } from '@wordpress/element';
import type { ElementType, ReactElement, ReactNode } from 'react';

type Props = Record<string, unknown> & { children?: ReactNode };

export function jsx(type: ElementType, { children, ...props }: Props, key?: string): ReactElement {
  const all = key === undefined ? props : { ...props, key };
  return children === undefined ? createElement(type, all) : createElement(type, all, children);
}

/** Several children, none of which needs a key. */
export function jsxs(type: ElementType, { children, ...props }: Props, key?: string): ReactElement {
  const all = key === undefined ? props : { ...props, key };
  return createElement(type, all, ...(children as ReactNode[]));
}

export { Fragment };

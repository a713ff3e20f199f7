// Buttons. A pressed one that has nothing more to do is `aria-disabled`, never removed from the focus order
// under the visitor's finger.

import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps {
  children: ComponentChildren;
  onPress: (event: MouseEvent) => void;
  kind?: 'filled' | 'outlined' | 'plain';
  icon?: IconName;
  isDisabled?: boolean;
  class?: string;
}

export function Button({ children, onPress, kind, icon, isDisabled, class: extra }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${kind ?? 'outlined'} ${extra ?? ''}`}
      aria-disabled={isDisabled ? 'true' : undefined}
      onClick={(event) => !isDisabled && onPress(event)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button of a drawing alone; its name is its label and its tooltip. */
export function IconButton(props: {
  name: string;
  icon: IconName;
  onPress: (event: MouseEvent) => void;
  class?: string;
  hasPopup?: boolean;
  isExpanded?: boolean;
}) {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={props.name}
      title={props.name}
      aria-haspopup={props.hasPopup ? 'menu' : undefined}
      aria-expanded={props.isExpanded}
      onClick={props.onPress}
    >
      <Icon name={props.icon} />
    </button>
  );
}

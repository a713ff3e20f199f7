// Presses that stand in a row; on a phone behind one, so that none is beside the screen's edge.

import type { ComponentChildren } from 'preact';
import type { View } from '../view.ts';
import { Menu } from './menu.tsx';

export function MoreOnPhone(props: {
  view: View;
  /** Of the menu, and of nothing else on the page. */
  id: string;
  /** "More", or what the presses have in common. */
  label?: string;
  children: ComponentChildren;
}) {
  const { view, id, children } = props;
  const label = props.label ?? view.t('more');
  if (!view.isPhone.value) return <>{children}</>;
  return (
    <Menu
      id={id}
      label={label}
      class="button small more-acts"
      face={
        <>
          <span>{label}</span>
          <span aria-hidden="true">▾</span>
        </>
      }
    >
      {() => <div class="acts">{children}</div>}
    </Menu>
  );
}

// A link to another page of the desk, which loads nothing anew; with a key held down it is the browser's.

import type { ComponentChildren } from 'preact';
import { type Route, writeRoute } from '../model/routes.ts';
import type { View } from './view.ts';

export function PageLink(props: {
  view: View;
  to: Route;
  class?: string;
  isCurrent?: boolean;
  children: ComponentChildren;
}) {
  const { view, to, children } = props;
  return (
    <a
      href={writeRoute(to)}
      class={props.class}
      aria-current={props.isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        view.desk.go(to);
      }}
    >
      {children}
    </a>
  );
}

/** The way back from a page to those beside it, with the page's name. */
export function BackHead(props: {
  view: View;
  to: Route;
  back: string;
  title: string;
  icon: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { view, to, back, title, icon, children } = props;
  return (
    <header class="page-head">
      <div class="head-title">
        <button type="button" class="icon-button" title={back} onClick={() => view.desk.go(to)}>
          {icon}
          <span class="hidden">{back}</span>
        </button>
        <div>
          <h2 class="title" dir="auto">
            {title}
          </h2>
          {children}
        </div>
      </div>
    </header>
  );
}

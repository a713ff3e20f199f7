// A tool as an owner calls it: by its title where one is known, else by its name.

import { REQUEST_HUMAN } from '../model/rows.ts';
import type { View } from './view.ts';

export function ToolName({ view, name }: { view: View; name: string }) {
  const title = name === REQUEST_HUMAN ? view.t('askedForPerson') : titleOf(view, name);
  if (title === null) return <code dir="auto">{name}</code>;
  return (
    <span dir="auto" title={name}>
      {title}
    </span>
  );
}

/** As the server of a site has told it. */
function titleOf(view: View, name: string): string | null {
  for (const { abilities } of view.desk.agents.sites.value) {
    const ability = abilities.find((one) => one.name === name);
    const title = ability?.title ?? ability?.label;
    if (typeof title === 'string' && title.trim() !== '') return title;
  }
  return null;
}

// A tool as an owner calls it: by its title where one is known, else by its name.

import { REQUEST_HUMAN } from '../model/rows.ts';
import type { MessageKey } from '../texts/messages.ts';
import type { View } from './view.ts';

/** Bellhop's own tools, in the words of what they did. */
const OWN: Readonly<Partial<Record<string, MessageKey>>> = {
  [REQUEST_HUMAN]: 'askedForPerson',
  close_conversation: 'toolCloses',
  ask_form: 'toolForm',
  offer_choices: 'toolChoices',
  show_items: 'toolItems',
  suggest_replies: 'toolReplies',
};

export function ToolName({ view, name }: { view: View; name: string }) {
  const title = titleOf(view, name);
  if (title === null) return <code dir="auto">{name}</code>;
  return (
    <span dir="auto" title={name}>
      {title}
    </span>
  );
}

/** As the page has told it with the conversation's tools, else the server of a site. */
function titleOf(view: View, name: string): string | null {
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (own !== undefined) return (view.t as (key: MessageKey) => string)(own);
  const titles = view.desk.conversation.entry.value?.tool_titles ?? {};
  const told = Object.hasOwn(titles, name) ? titles[name]?.trim() : undefined;
  if (told !== undefined && told !== '') return told;
  for (const { abilities } of view.desk.agents.sites.value) {
    const ability = abilities.find((one) => one.name === name);
    const title = ability?.title ?? ability?.label;
    if (typeof title === 'string' && title.trim() !== '') return title;
  }
  return null;
}

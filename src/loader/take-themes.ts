// Lets a chat of the npm package take a theme as an object, at the beginning and by `configure`. The engine gets a scheme and a
// colour in its place; the rest are properties of the chat's element, for which a page with such a theme fetches a part.

import type { Chat, Theme } from '../widget/types.ts';

/** @returns takes the chat's element, once the engine is wanted. */
export function takeThemes(chat: Chat): (host: HTMLElement) => void {
  const { configure } = chat;
  let host: HTMLElement | undefined;
  let theme: Theme | undefined;
  const dress = (): void => {
    if (host && theme) import('./dress.ts').then((part) => part.dress(host, theme));
  };
  // The engine puts a `configure` of its own in this place, which calls this one.
  chat.configure = (options) => {
    if (typeof options.theme !== 'object') return configure(options);
    theme = options.theme;
    dress();
    const { scheme = 'auto', color } = theme;
    return configure({ ...options, theme: scheme, ...(color && { color }) });
  };
  return (found) => {
    host = found;
    dress();
  };
}

// A place of a part that few pages ask for: the first that is drawn fetches what draws them all, in all chats of a page.

import { signal } from '@preact/signals';
import { type ComponentChildren, type FunctionComponent, h } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * @param load a module with a component for each name. Without it its places show their children, and the next
 * that comes tries again.
 */
export function createSlot<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
): FunctionComponent<Props & { name: Name; children?: ComponentChildren }> {
  const part = signal<Record<Name, FunctionComponent<Props>> | null>(null);
  return function Slot(props) {
    useEffect(() => {
      if (part.peek() !== null) return;
      load().then(
        (found) => {
          part.value = found;
        },
        () => {},
      );
    }, []);
    const Part = part.value?.[props.name];
    return Part ? h(Part, props) : props.children;
  };
}

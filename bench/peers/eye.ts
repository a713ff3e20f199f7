// Runs in the page beside the probe: finds things in whatever shadow root they stand, and sees when a field can be typed into.
// Sent to the browser as text, so it uses nothing from outside itself.

declare global {
  interface Window {
    eye: {
      /** The first that matches, in the document or a shadow root, and has a place on the screen. */
      find(selector: string): HTMLElement | null;
      /** Clicks the button; resolves to the milliseconds until the field can be typed into and that frame is done. */
      press(button: string, field: string): Promise<number>;
      /** Resolves to performance.now() when the field could be typed into: it is enabled and a click in its middle meets it. */
      usable(field: string): Promise<number>;
      /** Whether the conversation shows `words`. */
      shows(words: string): boolean;
      /** Elements of the document and all its shadow roots. */
      nodes(): number;
    };
  }
}

export function installEye(): void {
  const all = (selector: string): HTMLElement[] =>
    window.probe.roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)]);
  const hasPlace = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return element.isConnected && width > 0 && height > 0;
  };
  const find = (selector: string): HTMLElement | null => all(selector).find(hasPlace) ?? null;

  const isUsable = (field: string): boolean => {
    const element = find(field);
    if (element === null || (element as HTMLInputElement).disabled) return false;
    const { x, y, width, height } = element.getBoundingClientRect();
    let hit = document.elementFromPoint(x + width / 2, y + height / 2);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x + width / 2, y + height / 2);
      if (inner === null || inner === hit) break;
      hit = inner;
    }
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  const usable = (field: string): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isUsable(field)) void window.probe.frame().then(resolve);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });

  window.eye = {
    find,
    usable,
    async press(button, field) {
      const startedAt = performance.now();
      find(button)?.click();
      return (await usable(field)) - startedAt;
    },
    shows: (words) =>
      window.probe.roots.some((root) => {
        const whole = root instanceof Document ? root.body : root;
        return whole?.textContent?.includes(words) === true;
      }),
    nodes: () =>
      window.probe.roots.reduce((sum, root) => sum + root.querySelectorAll('*').length, 0),
  };
}

// Runs in a page of the gallery: reads the conversation upwards, step by step, while earlier messages come in above.

/**
 * @param isAnchored whether the browser may hold on to what is in sight by itself, as Chromium does.
 * @returns what was in sight and moved otherwise than by the step: at which step, by how many px.
 */
export async function goUp(steps: number, isAnchored: boolean): Promise<string[]> {
  const BY = 60;
  const log = document
    .querySelector('bellhop-gallery')
    ?.shadowRoot?.querySelector<HTMLElement>('[role=log]');
  if (!log) return ['there is no log'];
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  log.style.scrollBehavior = 'auto';
  if (!isAnchored) log.style.setProperty('overflow-anchor', 'none');
  const jumps: string[] = [];
  for (let step = 0; step < steps; step++) {
    const { top } = log.getBoundingClientRect();
    const row = [...log.querySelectorAll('article')].find(
      (one) => one.getBoundingClientRect().bottom > top + 2 * BY,
    );
    const before = row?.getBoundingClientRect().top ?? 0;
    log.scrollTop -= BY;
    for (let frames = 0; frames < 3; frames++) await frame();
    const jump = Math.round((row?.getBoundingClientRect().top ?? 0) - before - BY);
    if (Math.abs(jump) > 2) jumps.push(`step ${step}: ${jump} px`);
  }
  return jumps;
}

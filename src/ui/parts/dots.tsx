// Three points that breathe: something is under way. Decoration beside words that say so.

export function Dots() {
  return (
    <span class="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

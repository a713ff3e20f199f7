// Three pulsing dots that say that a reply is under way. Decoration beside words that say the same.

export function Dots() {
  return (
    <span class="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

// What the package's dynamic imports go through in place of Vite's own helper: nothing (plain-imports.ts).
export const __vitePreload = (load) => load();

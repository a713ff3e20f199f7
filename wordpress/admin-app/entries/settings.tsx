/** @jsxImportSource react */
// Settings → Bellhop.

import { createRoot } from '@wordpress/element';
import type { PageState } from '../page.ts';
import { App } from '../settings/app.tsx';

const root = document.querySelector('#bellhop-settings');
const { bellhopApp } = window as unknown as { bellhopApp?: PageState };
if (root !== null && bellhopApp !== undefined) {
  createRoot(root).render(<App first={bellhopApp} />);
}

/** @jsxImportSource react */
// Tools → Chats.

import { createRoot } from '@wordpress/element';
import { App } from '../chats/app.tsx';
import type { Facts } from '../chats/chat.ts';

const root = document.querySelector('#bellhop-chats');
const { bellhopApp } = window as unknown as { bellhopApp?: Facts };
if (root !== null && bellhopApp !== undefined) {
  createRoot(root).render(<App facts={bellhopApp} />);
}

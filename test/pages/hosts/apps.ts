// Apps that draw their page.

import { type HostPage, page } from '../host-page.ts';
import { buildAstro } from './astro.ts';
import { bundle } from './bundle.ts';
import { buildDocusaurus } from './docusaurus.ts';
import { buildNext } from './next.ts';
import { renderReact } from './react-19.ts';
import { script } from './shops.ts';

const SVELTE = `<script>
  let path = $state(location.pathname);
  function go(event) { event.preventDefault(); history.pushState(null, '', '/tents'); path = '/tents'; }
</script>
<a id="to-tents" href="/tents" onclick={go}>Tents</a>
{#if path === '/tents'}<h1 id="tents">Tents</h1>{:else}<h1 id="lamps">Lamps</h1>{/if}`;

/** Without decorators, which would have to be compiled: they are functions. */
const ANGULAR = `import 'zone.js'; import '@angular/compiler';
import { Component, provideZoneChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter, RouterLink, RouterOutlet, withViewTransitions } from '@angular/router';
const Lamps = Component({ selector: 'app-lamps', template: '<h1 id="lamps">Lamps</h1>', styles: ['h1 { color: red }'] })(class {});
const Tents = Component({ selector: 'app-tents', template: '<h1 id="tents">Tents</h1>' })(class {});
const App = Component({ selector: 'app-root', imports: [RouterLink, RouterOutlet],
  template: '<a id="to-tents" routerLink="/tents">Tents</a><router-outlet />' })(class {});
bootstrapApplication(App, { providers: [provideZoneChangeDetection({ eventCoalescing: true }),
  provideRouter([{ path: '', component: Lamps }, { path: 'tents', component: Tents }], withViewTransitions())] });`;

const walk = { press: '#to-tents', arrives: '#tents' };
const ready = 'document.querySelector("#lamps") !== null';

export const APP_PAGES: readonly HostPage[] = [
  {
    name: 'Svelte 5',
    files: async (tag) => ({
      '/': page({ body: '<div id="app"></div>', end: `<script src="/app.js"></script>${tag}` }),
      '/app.js': script(
        await bundle({
          'entry.js': `import { mount } from 'svelte'; import App from './app.svelte';
            mount(App, { target: document.querySelector('#app') });`,
          'app.svelte': SVELTE,
        }),
      ),
    }),
    ready,
    walk,
  },
  {
    name: 'Angular 21 with its router and zone.js',
    files: async (tag) => ({
      '/': page({
        head: '<base href="/">',
        body: '<app-root></app-root>',
        end: `<script src="/app.js"></script>${tag}`,
      }),
      '/app.js': script(await bundle({ 'entry.js': ANGULAR })),
    }),
    ready,
    walk,
  },
  {
    name: 'React 19, which owns the whole document',
    files: renderReact,
    ready: 'window.isHydrated',
    walk,
  },
  {
    name: 'Astro with its view transitions',
    files: buildAstro,
    ready: 'document.querySelector("#lamps") !== null',
    walk,
  },
  {
    name: 'Docusaurus 3 with its classic theme',
    files: buildDocusaurus,
    ready:
      'document.querySelector("#lamps") !== null && document.documentElement.dataset.hasHydrated === "true"',
    walk: { press: 'a.menu__link[href="/tents"]', arrives: '#tents' },
  },
  {
    name: 'Next 16, with the tag in its layout',
    files: buildNext,
    ready: 'window.isHydrated',
    walk,
  },
];

// Apps that draw their page.

import { type HostPage, page } from '../host-page.ts';
import { bundle } from './bundle.ts';

const script = (text: string) => ({
  html: text,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
});

const SVELTE = `<script>
  let path = $state(location.pathname);
  function go(event) { event.preventDefault(); history.pushState(null, '', '/tents'); path = '/tents'; }
</script>
<a id="to-tents" href="/tents" onclick={go}>Tents</a>
{#if path === '/tents'}<h1 id="tents">Tents</h1>{:else}<h1 id="lamps">Lamps</h1>{/if}`;

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
];

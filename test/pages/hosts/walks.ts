// Pages that change without a new document.

import { CONTENT, type HostPage, js, page } from '../host-page.ts';

const links =
  '<nav><a id="to-lamps" href="/">Lamps</a> <a id="to-tents" href="/tents">Tents</a></nav>';

export const WALKING_PAGES: readonly HostPage[] = [
  {
    name: 'Turbo, with the tag in the body',
    files: (tag) => {
      const head =
        '<script type="module" src="/npm/@hotwired/turbo/dist/turbo.es2017-esm.js"></script>';
      return {
        '/': page({ head, body: `${links}${CONTENT}`, end: tag }),
        '/tents': page({ head, body: `${links}<h1 id="tents">Tents</h1>${CONTENT}`, end: tag }),
      };
    },
    ready: 'typeof Turbo === "object"',
    walk: { press: '#to-tents', arrives: '#tents' },
  },
  {
    name: 'htmx, boosted',
    files: (tag) => {
      const head = js('htmx.org/dist/htmx.min.js');
      const bodyAttributes = 'hx-boost="true"';
      return {
        '/': page({ head, bodyAttributes, body: `${links}${CONTENT}`, end: tag }),
        '/tents': page({
          head,
          bodyAttributes,
          body: `${links}<h1 id="tents">Tents</h1>${CONTENT}`,
          end: tag,
        }),
      };
    },
    ready: 'typeof htmx === "object"',
    walk: { press: '#to-tents', arrives: '#tents' },
  },
  {
    name: 'Swup',
    files: (tag) => {
      const end = `${js('swup/dist/Swup.umd.js')}<script>window.swup = new Swup();</script>${tag}`;
      const around = (body: string) =>
        `${links}<main id="swup" class="transition-fade">${body}</main>`;
      return {
        '/': page({ body: around(CONTENT), end }),
        '/tents': page({ body: around(`<h1 id="tents">Tents</h1>${CONTENT}`), end }),
      };
    },
    ready: 'typeof swup === "object"',
    walk: { press: '#to-tents', arrives: '#tents' },
  },
  {
    name: 'Barba',
    files: (tag) => {
      const end = `${js('@barba/core/dist/barba.umd.js')}<script>barba.init(); window.isReady = true;</script>${tag}`;
      const around = (name: string, body: string) =>
        `<div data-barba="wrapper">${links}<main data-barba="container" data-barba-namespace="${name}">${body}</main></div>`;
      return {
        '/': page({ body: around('lamps', CONTENT), end }),
        '/tents': page({ body: around('tents', `<h1 id="tents">Tents</h1>${CONTENT}`), end }),
      };
    },
    ready: 'window.isReady',
    walk: { press: '#to-tents', arrives: '#tents' },
  },
  {
    name: 'Unpoly',
    files: (tag) => {
      const head = js('unpoly/unpoly.min.js');
      const led = links.replaceAll('<a ', '<a up-follow up-target="main" ');
      return {
        '/': page({ head, body: `${led}<main>${CONTENT}</main>`, end: tag }),
        '/tents': page({
          head,
          body: `${led}<main><h1 id="tents">Tents</h1>${CONTENT}</main>`,
          end: tag,
        }),
      };
    },
    ready: 'typeof up === "object"',
    walk: { press: '#to-tents', arrives: '#tents' },
  },
  {
    name: 'Vue 3 with its router',
    files: (tag) => ({
      '/': page({
        body: '<div id="app"><router-link id="to-tents" to="/tents">Tents</router-link><router-view></router-view></div>',
        end: `${js('vue/dist/vue.global.prod.js')}${js('vue-router/dist/vue-router.global.prod.js')}<script>
          const Lamps = { template: '<h1 id="lamps">Lamps</h1>' }, Tents = { template: '<h1 id="tents">Tents</h1>' };
          const router = VueRouter.createRouter({ history: VueRouter.createWebHistory(),
            routes: [{ path: '/', component: Lamps }, { path: '/tents', component: Tents }] });
          Vue.createApp({}).use(router).mount('#app');</script>${tag}`,
      }),
    }),
    ready: 'document.querySelector("#lamps") !== null',
    walk: { press: '#to-tents', arrives: '#tents' },
  },
  {
    name: 'React 18, drawn into the body',
    files: (tag) => ({
      '/': page({
        body: '<div id="root"></div>',
        end: `${js('react/umd/react.production.min.js')}${js('react-dom/umd/react-dom.production.min.js')}<script>
          const h = React.createElement;
          function App() {
            const [path, setPath] = React.useState(location.pathname);
            const go = (event) => { event.preventDefault(); history.pushState(null, '', '/tents'); setPath('/tents'); };
            return h(React.Fragment, null, h('a', { id: 'to-tents', href: '/tents', onClick: go }, 'Tents'),
              h('h1', { id: path === '/' ? 'lamps' : 'tents' }, path), h('input', { defaultValue: 'words' }));
          }
          ReactDOM.createRoot(document.body.firstElementChild).render(h(React.StrictMode, null, h(App)));</script>${tag}`,
      }),
    }),
    ready: 'document.querySelector("#lamps") !== null',
    walk: { press: '#to-tents', arrives: '#tents' },
  },
];

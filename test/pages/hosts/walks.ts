// Pages that change without a new document.

import { CONTENT, type HostPage, page } from '../host-page.ts';

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
];

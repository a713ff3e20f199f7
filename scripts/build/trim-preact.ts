// Vite plugins: Preact as the panel uses it, which is functions drawn into empty elements of its own, in HTML and SVG.
// The larger parts that this never reaches go: contexts, portals, error boundaries, waiting for promises, taking over what a
// server has drawn, MathML, HTML as text. A cut stays on the list if it alone is worth some 40 bytes of the panel, or if the
// others of its subject need it. Preact comes minified, so a cut is written as its code is, with
// any name of one letter for any other. A release that is written otherwise goes in whole
// (fail-open.ts).

import { join } from 'node:path';
import type { Plugin } from 'vite';
import { DoesNotFit, failOpen } from './fail-open.ts';
import { ROOT } from './paths.ts';

const PREACT = /\/node_modules\/preact\/dist\/preact\.mjs$/;
const PREACT_DOCUMENT = /\w+\.ownerDocument\|\|document\b/;
/** What it compares the first properties of an element with: inherited ones would count as set. */
const NO_PROPS = /([,;]\w=Symbol\.for\("pv"\),\w=)\{\}/;
/** How it takes an element's properties over, when one is made: with what every object inherits in this page. */
const PROPERTIES = /(,\w=)\{\}(,\w=arguments\.length;for\(\w) in (\w)\)/;
const CLEAN_DOCUMENT = join(ROOT, 'src/dom/document.ts');

/**
 * Preact makes its elements with the document of src/dom/, whose names no element of the page can take, and with the
 * properties that the panel gives them, but for none that the page has put on Object.prototype.
 */
export function preactDocument(): Plugin {
  return failOpen({
    name: 'bellhop-preact-document',
    transform(code, id) {
      if (!PREACT.test(id)) return null;
      const parts = code.split(PREACT_DOCUMENT);
      if (parts.length !== 2 || !NO_PROPS.test(code) || !PROPERTIES.test(code)) {
        throw new DoesNotFit('Preact is not written as it was: see trim-preact.ts.');
      }
      const changed = parts
        .join('bellhopDocument')
        .replace(NO_PROPS, '$1{__proto__:null}')
        .replace(PROPERTIES, '$1{__proto__:null}$2 of Reflect.ownKeys($3||{}))');
      return {
        code: `import { document as bellhopDocument } from ${JSON.stringify(CLEAN_DOCUMENT)};\n${changed}`,
        map: null,
      };
    },
  });
}

/** Code that goes, but for what stands between ⟨ and ⟩; … is as much as need be. Each is found once. */
const CUTS = [
  // What tells classes from functions: without it the minifier leaves out all that is for classes.
  ',C=(s=V.prototype)&&s.render',
  // Contexts.
  'j=(s=V.contextType)&&i[s.__c],L=s?j?j.props.value:s.__:i,',
  'd.getChildContext&&(i=_({},i,d.getChildContext())),',
  // Error boundaries.
  '(e=(o=i.constructor)&&o.getDerivedStateFromError)&&i.setState(o.getDerivedStateFromError(n)),',
  // Promises that are thrown, and what a server has drawn.
  '128&u.__u&&(c=32&u.__u,s=u.__c.__z)&&(r.__u|=c,p=o=[],8==s.nodeType?l=B(s,o):o.push(s),l=o[0]||l),',
  'if(⟨e.length=v,r.__v=null,⟩c||o)if(t&&t.then){…}else o&&o.some(g);else ',
  '!u&&(i=t.__c)&&(i=i.__z)&&(f=B(i,o=[]))&&(i==t.__e&&o.some(g),g(f),g(i)),',
  ',o⟨)⟩for(s=0;s<o.length;s++)if((k=o[s])&&(C?k.localName==C:3==k.nodeType)){t=k,o[s]=null⟨;⟩break}',
  ',l&&(n.__m&&n.__m(r,o),l=!1),o=null',
  ',o="textarea"==C&&null!=x.defaultValue?null:o&&d.call(a.childNodes),!l&&o⟨)⟩for($={},s=0;s<t.attributes.length;s++)$[(k=t.attributes[s]).name]=k.value;',
  'o?o[0]:⟨u.__k&&S(u,0),l,c)⟩,o&&o.some(g)',
  // Portals.
  'M.__P&&(s=l,f=(t=M.__P).namespaceURI,c=o=null,u.props&&u.props.__P!=t&&(u.__k.some(function(n){n&&J(n,n)}),u.__k=null),l=u.__k?S(u,0):null),',
  '&&!n.props.__P⟨)return n.__e=null⟩',
  '||n.props.__P⟨?null⟩',
  // HTML as text, MathML.
  '"dangerouslySetInnerHTML"==s?y=k:⟨"children"==s||⟩',
  '⟨"children"==s?_=k:⟩"dangerouslySetInnerHTML"==s?h=k:',
  'h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):⟨(⟩y&&(t.textContent=""),',
  '"math"==C?f="http://www.w3.org/1998/Math/MathML":',
  '("foreignObject"==C||"http://www.w3.org/1998/Math/MathML"==f&&v.test(C))&&(f="http://www.w3.org/1999/xhtml"),',
];

export function leanPreact(): Plugin {
  return failOpen({
    name: 'bellhop-lean-preact',
    transform(code, id) {
      if (!PREACT.test(id)) return null;
      let small = code;
      for (const cut of CUTS) {
        const pattern = like(cut);
        const found = small.match(pattern)?.length ?? 0;
        if (found !== 1)
          throw new DoesNotFit(`Preact has "${cut}" ${found} times: see trim-preact.ts.`);
        small = small.replace(pattern, (_, ...groups) =>
          groups
            .filter((group) => typeof group === 'string')
            .slice(0, kept(cut))
            .join(''),
        );
      }
      return { code: small, map: null };
    },
  });
}

const kept = (cut: string): number => cut.split('⟨').length - 1;

function like(cut: string): RegExp {
  const pattern = cut
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/(?<![\w$"\\])(?:[A-Za-z_]|\\\$)(?![\w$"])/g, '[\\w$]')
    .replaceAll('…', '[\\s\\S]*?')
    .replaceAll('⟨', '(')
    .replaceAll('⟩', ')');
  return new RegExp(pattern, 'g');
}

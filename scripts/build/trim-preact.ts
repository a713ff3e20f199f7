// Vite plugins: Preact as the panel uses it, which is functions drawn into empty elements of its own, in HTML and SVG.
// What that never reaches goes: classes' life cycle, contexts, portals, error boundaries, waiting for promises, taking
// over what a server has drawn, MathML, HTML as text. Preact comes minified, so a cut is written as its code is, with
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
  // Classes.
  'C&&(d.__s||(d.__s=d.state),V.getDerivedStateFromProps&&(d.__s==d.state&&(d.__s=_({},d.__s)),_(d.__s,V.getDerivedStateFromProps(M,d.__s)))),',
  'M!==k&&C&&!V.getDerivedStateFromProps&&d.componentWillReceiveProps&&d.componentWillReceiveProps(M,L),',
  'd.componentWillUpdate&&d.componentWillUpdate(M,d.__s,L),C&&d.componentDidUpdate&&d.__h.push(function(){d.componentDidUpdate(k,b,m)})⟨}⟩else C&&!V.getDerivedStateFromProps&&d.componentWillMount&&d.componentWillMount(),C&&d.componentDidMount&&d.__h.push(d.componentDidMount);',
  'C&&(y.push.apply(d.__h,d.__k),d.__k=[]),',
  'C&&u.__c&&d.getSnapshotBeforeUpdate&&(m=d.getSnapshotBeforeUpdate(k,b)),',
  ',C=(s=V.prototype)&&s.render',
  'C?r.__c=d=new V(M,L):(⟨r.__c=d=new x(M,L),d.constructor=V,d.render=K⟩)',
  // Contexts.
  'j=(s=V.contextType)&&i[s.__c],L=s?j?j.props.value:s.__:i,',
  'j&&j.sub(d),',
  'd.getChildContext&&(i=_({},i,d.getChildContext())),',
  // Error boundaries.
  '(e=(o=i.constructor)&&o.getDerivedStateFromError)&&i.setState(o.getDerivedStateFromError(n)),',
  // Promises that are thrown, and what a server has drawn.
  '128&u.__u&&(c=32&u.__u,s=u.__c.__z)&&(r.__u|=c,p=o=[],8==s.nodeType?l=B(s,o):o.push(s),l=o[0]||l),',
  'if(⟨e.length=v,r.__v=null,⟩c||o)if(t&&t.then){…}else o&&o.some(g);else ',
  't&&t.then||⟨D(r)⟩',
  '!u&&(i=t.__c)&&(i=i.__z)&&(f=B(i,o=[]))&&(i==t.__e&&o.some(g),g(f),g(i)),',
  ',o⟨)⟩for(s=0;s<o.length;s++)if((k=o[s])&&(C?k.localName==C:3==k.nodeType)){t=k,o[s]=null⟨;⟩break}',
  'p&&p.some(g),',
  ',l&&(n.__m&&n.__m(r,o),l=!1),o=null',
  ',o="textarea"==C&&null!=x.defaultValue?null:o&&d.call(a.childNodes),!l&&o⟨)⟩for($={},s=0;s<t.attributes.length;s++)$[(k=t.attributes[s]).name]=k.value;',
  'o?o[0]:⟨u.__k&&S(u,0),l,c)⟩,o&&o.some(g)',
  'i?null:r.firstChild?d.call(r.childNodes):⟨null⟩',
  // Portals.
  'M.__P&&(s=l,f=(t=M.__P).namespaceURI,c=o=null,u.props&&u.props.__P!=t&&(u.__k.some(function(n){n&&J(n,n)}),u.__k=null),l=u.__k?S(u,0):null),',
  'M.__P&&(r.__e=null,l=s),',
  'if(n.props.__P)return t;',
  '&&!n.props.__P⟨)return n.__e=null⟩',
  '||n.props.__P⟨?null⟩',
  '⟨u⟩&&!t.props.__P',
  // HTML as text, MathML, and fields that keep their own first value.
  '"dangerouslySetInnerHTML"==s?y=k:⟨"children"==s||⟩',
  '⟨"children"==s?_=k:⟩"dangerouslySetInnerHTML"==s?h=k:',
  'h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):⟨(⟩y&&(t.textContent=""),',
  '"math"==C?f="http://www.w3.org/1998/Math/MathML":',
  '("foreignObject"==C||"http://www.w3.org/1998/Math/MathML"==f&&v.test(C))&&(f="http://www.w3.org/1999/xhtml"),',
  'v=/^m(i|n|o|s|text|space)$/,',
  '"value"==s&&"defaultValue"in x||"checked"==s&&"defaultChecked"in x||',
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

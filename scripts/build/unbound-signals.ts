// A Vite plugin: signals that hold on pages which have changed what all scripts share. A page's `Function.prototype.bind`
// may pass on nothing but the bound arguments (MooTools 1.4): Preact's hooks and the ends of effects would get what isn't
// meant for them. And a descriptor inherits: a page's `value` or `writable` on Object.prototype would end the script.

import type { Plugin } from 'vite';
import { DoesNotFit, failOpen } from './fail-open.ts';

/** By package: what it says, and what stands there instead. Each is found, or the package goes in as it is. */
const CHANGES = [
  {
    of: /\/@preact\/signals\/dist\/signals\.\w+(\.js)?$/,
    says: /\{(\w+)\[(\w+)\]=(\w+)\.bind\(null,\1\[\2\]\|\|(?:\(\(\)=>\{\}\)|function\(\)\{\})\)\}/,
    instead: '{const old=$1[$2]||(()=>{});$1[$2]=(...all)=>$3(old,...all)}',
  },
  {
    of: /\/@preact\/signals-core\/dist\/signals-core\.\w+(\.js)?$/,
    says: /return (\w+)\.bind\(this,(\w+)\)/,
    instead: 'return()=>$1.call(this,$2)',
  },
  {
    of: /\/@preact\/signals-core\/dist\/signals-core\.\w+(\.js)?$/,
    says: /(Object\.defineProperty\(\w+\.prototype,"value",\{)/g,
    instead: '$1__proto__:null,',
  },
  {
    of: /\/@preact\/signals\/dist\/signals\.\w+(\.js)?$/,
    says: /(:\{)(?=configurable:!0,)/g,
    instead: '$1__proto__:null,',
  },
];

export function unboundSignals(): Plugin {
  return failOpen({
    name: 'bellhop-unbound-signals',
    transform(code, id) {
      const changes = CHANGES.filter(({ of }) => of.test(id));
      let changed = code;
      for (const { says, instead } of changes) {
        const before = changed;
        changed = before.replace(says, instead);
        if (changed === before) {
          throw new DoesNotFit(`${id} is not written as it was: see unbound-signals.ts.`);
        }
      }
      return changes.length > 0 ? { code: changed, map: null } : null;
    },
  });
}

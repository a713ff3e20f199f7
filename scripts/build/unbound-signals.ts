// A Vite plugin: signals without `bind` of an argument. A page's `Function.prototype.bind` may pass on nothing but the
// bound arguments (MooTools 1.4), and then Preact's hooks and the ends of effects get what isn't meant for them.

import type { Plugin } from 'vite';

/** By package: what it says, and what stands there instead. Each is found once, or the build stops. */
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
];

export function unboundSignals(): Plugin {
  return {
    name: 'bellhop-unbound-signals',
    transform(code, id) {
      const change = CHANGES.find(({ of }) => of.test(id));
      if (change === undefined) return null;
      if (code.split(change.says).length === 1) {
        throw new Error(`${id} is not written as it was: see unbound-signals.ts.`);
      }
      return { code: code.replace(change.says, change.instead), map: null };
    },
  };
}

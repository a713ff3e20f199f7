// A Vite plugin: leaves out of DOMPurify what the widget's one configuration never reaches, where no bundler can tell. A
// release that is written otherwise goes in whole (fail-open.ts).
//
// Each cut says why nothing that an answer could bring comes through it. src/test/content/trimmed.test.ts compares the
// rest with the whole library, hostile text by hostile text.

import type { Plugin } from 'vite';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '../../src/content/policy.ts';
import { DoesNotFit, failOpen } from './fail-open.ts';

const PURIFY = /\/node_modules\/dompurify\/dist\/purify\.es\.mjs$/;
/** The lists of what DOMPurify allows by default. */
const LISTS = [
  'html$1',
  'svg$1',
  'svgFilters',
  'svgDisallowed',
  'mathMl$1',
  'mathMlDisallowed',
].concat(['html', 'svg', 'mathMl', 'xml']);

/**
 * Options of DOMPurify with the only value that they have here: its default, or what content/sanitize.ts says. The
 * minifier then leaves out what other values would need.
 */
const FIXED_OPTIONS = {
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOW_SELF_CLOSE_IN_ATTR: true,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  FORCE_BODY: false,
  IN_PLACE: false,
  KEEP_CONTENT: true,
  NAMESPACE: 'http://www.w3.org/1999/xhtml',
  PARSER_MEDIA_TYPE: 'text/html',
  RETURN_DOM: false,
  RETURN_DOM_FRAGMENT: false,
  RETURN_TRUSTED_TYPE: false,
  SAFE_FOR_TEMPLATES: false,
  SAFE_FOR_XML: true,
  SANITIZE_DOM: true,
  SANITIZE_NAMED_PROPS: false,
  USE_PROFILES: false,
  WHOLE_DOCUMENT: false,
};
/** Code that Bellhop's configuration never reaches, and its replacement. Each pattern must be found. */
const UNREACHED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Options that need another option to be on, lists that get no additions, and checks that are not configured.
  [/objectHasOwnProperty\(cfg, "ADD_(?:TAGS|ATTR|FORBID_CONTENTS)"\)/g, 'false'],
  [/EXTRA_ELEMENT_HANDLING\.\w+ instanceof Function/g, 'false'],
  [/\n\tconst EXTRA_ELEMENT_HANDLING = Object\.seal\([\s\S]*?\n\t\}\)\);/, ''],
  [/\n\t\tEXTRA_ELEMENT_HANDLING\.\w+ = null;/g, ''],
  [
    /_resolveSetOption\(cfg, "(?!ALLOWED_TAGS|ALLOWED_ATTR)\w+", (\w+|create\(null\)), \{[^}]*\}\)/g,
    '$1',
  ],
  // Neither of the two lists begins with another one. Where a page has a getter `base` on Object.prototype, to ask for it
  // could throw.
  [/options\.base \? cloneSet\(options\.base\) : \{\}/, '{}'],
  [/_resolveObjectOption\(cfg, "\w+", (\w+)\)/g, '$1'],
  [/objectHasOwnProperty\(customElementHandling, "\w+"\)/g, 'false'],
  [/_isBasicCustomElement\(\w+\) && /g, ''],
  [/_matchesNameCheck\(CUSTOM_ELEMENT_HANDLING\.\w+, \w+(?:, \w+)?\)/g, 'false'],
  [/(?<=const RESERVED_CUSTOM_ELEMENT_NAMES = )/, '/* @__PURE__ */ '],
  [/\n\t\tcfg = clone\(cfg\);/, ''],
  // A policy is always given, by a caller that has both functions, and which knows that it must not call itself.
  [/_createTrustedTypesPolicy\(trustedTypes, currentScript\)/, 'null'],
  [/\n\t+if \(typeof cfg\.TRUSTED_TYPES_POLICY\.create\w+ !== "function"\) throw [^;]*;/g, ''],
  [/(?<=typeErrorCreate\(")A configured TRUSTED_TYPES_POLICY(?:[^"\\]|\\.)*/, 'recursion'],
  // What is sanitised is a text, and the result another one.
  [
    /\n\t+if \(typeof dirty !== "string" && !_isNode\(dirty\)\) \{[\s\S]*?\n\t\t\}/,
    '\n\t\tdirty = String(dirty);',
  ],
  [/\} else if \(_isNode\(dirty\)\) \{/, '} else if (false) {'],
  [/(?<=typeErrorCreate\(")a node selected for removal could not be detached[^"]*/, 'not detached'],
  // Hooks, and every other function of its interface than `setConfig` and `sanitize`.
  [/\n\tDOMPurify\.clearConfig = function[\s\S]*?(?=\n\treturn DOMPurify;\n)/, ''],
  [/\n\t+(?:if \(inShadow\) )?_executeHooks\([^;]*\);/g, ''],
  [/_forkSharedAllowlist\(hooks\.\w+, (\w+), [^)]*\)/g, '$1'],
  // Helpers for browsers that are older than this build's, or of what was left out, and patterns of options that are off.
  [/_slicedToArray\((\w+), 2\)/, '$1'],
  [/\nAsyncGenerator\.prototype[\s\S]*?\n\};(?=\nconst )/, ''],
  [/\nif \(!(?:freeze|seal|apply|construct)\) [\s\S]*?\n\};/g, ''],
  [
    /\nconst (?:number|boolean|bigint|symbol)ToString = [^;]*;|\nconst objectToString = [^;]*;/g,
    '',
  ],
  [/= seal\(\//g, '= /* @__PURE__ */ seal(/'],
  // What is set without hooks, and nodes that only a hook or work in the page's own tree could have taken away meanwhile.
  [/\n\t\tconst hookEvent = \{[\s\S]*?\n\t\t\};/, ''],
  [/\n\t+(?:value = )?hookEvent\.\w+(?: = [^;]*)?;/g, ''],
  [/\n\t+if \(hookEvent\.forceKeepAttr\) continue;/, ''],
  [/\n\t+if \(!hookEvent\.keepAttr\) \{[\s\S]*?\n\t+\}/, ''],
  [/\n\t\t_markVisited\(currentNode\);/, ''],
  [
    /(?<=\n\t\tconst nodeType = _readNodeType\(currentNode\);)([\s\S]*?)\n\t\tif \(_handleHookDetachedNode\(currentNode, root\)\) return true;/,
    '$1',
  ],
  [
    /\n\t\t\tconst removed = (_sanitizeDisallowedNode\(currentNode, tagName, root\));\n\t\t\tif \(removed === false\) \{[\s\S]*?\n\t\t\t\}\n\t\t\treturn removed;/,
    '\n\t\t\treturn $1;',
  ],
  [/\n\t\treturn _handleHookDetachedNode\(currentNode, root\);/, ''],
  [/\n\t\t_handleHookDetachedNode\(currentNode, root\);/, ''],
  // The notes of what it has removed, which nobody reads.
  [/\n\t\tarrayPush\(DOMPurify\.removed, \{[^}]*\}\);/g, ''],
  [/\n\t\tDOMPurify\.removed = \[\];/, ''],
  // Nothing is forbidden that was not left out of the two lists.
  [/FORBID_TAGS\[tagName\] \|\| /, ''],
  [/!FORBID_TAGS\[tagName\] && /, ''],
  [/\n\t\t\tdelete FORBID_TAGS\.tbody;/, ''],
  [/\n\t\tif \(FORBID_ATTR\[lcName\]\) return false;/, ''],
  [/lcName === "is" && CUSTOM_ELEMENT_HANDLING\.\w+ && /, 'false && '],
  // Every allowed element is one of HTML, whose parents are so too: what is not goes with or without the tables.
  [
    /(?<=const _checkValidNamespace = function _checkValidNamespace\(element\) \{)[\s\S]*?(?=\n\t\};)/,
    `
		const parent = getParentNode(element);
		return _readNamespaceURI(element) === HTML_NAMESPACE &&
			(!parent || _readNodeType(parent) !== NODE_TYPE.element || _readNamespaceURI(parent) === HTML_NAMESPACE);`,
  ],
  [
    /\n\tconst (?:DEFAULT_ALLOWED_NAMESPACES|COMMON_SVG_AND_HTML_ELEMENTS|ALL_\w+_TAGS|DEFAULT_\w+_INTEGRATION_POINTS|DEFAULT_CUSTOM_ELEMENT_HANDLING) = [^;]*;/g,
    '',
  ],
  [
    /\n\t\t(?:ALLOWED_NAMESPACES|\w+_INTEGRATION_POINTS|(?:const )?customElementHandling|CUSTOM_ELEMENT_HANDLING|FORBID_TAGS|FORBID_ATTR) = [^;]*;|\n\t\tseal\(CUSTOM_ELEMENT_HANDLING\);|\n\t\tif \(false && [^;]*customElementHandling\.[^;]*;/g,
    '',
  ],
  // Nor is one allowed that holds a fragment or literal text, see NEVER_ALLOWED: these go with all that they hold anyway.
  [/\n\t\tif \(_isDocumentFragment\(node\.content\)\) [^;]*;/, ''],
  [/\n\t\tif \(SAFE_FOR_XML && LITERAL_TEXT_ELEMENTS\[tagName\] && [^;]*;/, ''],
  [/\n\t\tif \(\(tagName === "noscript" [\s\S]*?\n\t\t\}/, ''],
  // The types of attributes that none of the allowed ones has.
  [/\n\t+value = _applyTrustedTypesToAttribute\([^;]*;/, ''],
  // The body that it walks is not allowed either, and what stands beside it afterwards is never read: no copy is made.
  [/(?<=if \()KEEP_CONTENT && (?=!FORBID_CONTENTS)/, 'currentNode !== root && '],
  [/currentNode === root \? cloneNode\(childNodes\[i\], true\) : /, ''],
  // A window is always given, of a browser that can do all that is asked for.
  [
    /arguments\.length > 0 && arguments\[0\] !== void 0 \? arguments\[0\] : getGlobal\(\)/,
    'arguments[0]',
  ],
  [/\n\tif \(!window \|\| [\s\S]*?\n\t\}/, ''],
  [/\n\tDOMPurify\.(?:version|isSupported) = [^;]*;/g, ''],
  [/\n\t\tif \(!DOMPurify\.isSupported\) return dirty;/, ''],
  [/(?<=const DOMPurify = )\(root\) => createDOMPurify\(root\)/, '{}'],
  [/Node && Node\.prototype \? (lookupGetter\([^)]*\)) : null/g, '$1'],
  [/(?<=return )(get\w+) \? (\1\(node\)) : node\.\w+/g, '$2'],
  [/(?<=return )getNamespaceURI \? (getNamespaceURI\(element\)) : element\.namespaceURI/, '$1'],
  [/lookupAccessor(?=\(ElementPrototype, "namespaceURI"\))/, 'lookupGetter'],
  [/getNodeName \? (getNodeName\(element\)) : null/, '$1'],
  [/getOwnerDocument \? (getOwnerDocument\(root\)) : root\.ownerDocument/, '$1'],
  [/arguments\.length > 1 && arguments\[1\] !== void 0 \? arguments\[1\] : false/, 'false'],
  // Attributes that are not allowed go for that reason.
  [/\n\t\tif \(_isPatchLinkageAttribute\(lcName, lcTag\)\) return false;/, ''],
  [/\n\t\tif \(SANITIZE_DOM && [^;]*;/, ''],
  [/\n\tconst formElement = [^;]*;/, ''],
  [/return stringToLowerCase\(name\) === "attributename" && [^;]*;/, 'return false;'],
  [/name === "value" \? initValue : (?=stringTrim)/, ''],
  // Nor has one that is allowed a namespace, or an element that is allowed properties that others can replace.
  [/if \(namespaceURI\) currentNode\.setAttributeNS\([^;]*;\s*else /, ''],
  [/\n\t\t\tif \(_isClobbered\(currentNode\)\) \{[^}]*return false;\n\t\t\t\}/, ''],
  [/(?<=!attributes) \|\| _isClobbered\(currentNode\)/, ''],
  // The rest of the configuration, which content/sanitize.ts gives whole.
  [/isRegex\(cfg\.ALLOWED_URI_REGEXP\) \? (cfg\.ALLOWED_URI_REGEXP) : IS_ALLOWED_URI/, '$1'],
  [/(?<=let IS_ALLOWED_URI\$1) = IS_ALLOWED_URI/, ''],
  [/\n\t\tif \(ALLOWED_TAGS\.table\) \{[\s\S]*?\n\t\t\}/, ''],
  [
    /\n\t\tif \(cfg\.TRUSTED_TYPES_POLICY\) \{[\s\S]*?(?=\n\t\tCONFIG = )/,
    '\n\t\ttrustedTypesPolicy = cfg.TRUSTED_TYPES_POLICY;',
  ],
  [/IS_EMPTY_INPUT \? emptyHTML : /, ''],
  [/\n\t\tCONFIG = freeze\(cfg\);/, ''],
  [/(?<=return )_signOutput\((\w+)\)/g, '$1'],
  [/ && !FORBID_CONTENTS\[stringToLowerCase\(tagName\)\]/, ''],
  [/transformCaseFunc(?=\()/g, 'stringToLowerCase'],
  [/, \{ transform: transformCaseFunc \}/g, ''],
  [/(?<=cfg\[key\]), options\.transform/, ''],
  [/\n\t\ttransformCaseFunc = [^;]*;/, ''],
  // Work in the page's own tree, which must be undone where it fails.
  [/\n\t\tconst outerVisited = [^;]*;/, ''],
  [
    /\n\t\ttry \{(\n\t\t\tif \(inPlace\)[\s\S]*?)\n\t\t\} catch \(error\) \{[\s\S]*?\n\t\t\} finally \{[\s\S]*?\n\t\t\}/,
    '$1',
  ],
  // Values that are there for what is gone, which no minifier can know to be without effect.
  [/\nconst (?:array(?!Is)|set|stringToString)\w* = un[^;]*;/g, ''],
  [/\nconst LITERAL_TEXT_ELEMENTS = [^;]*;/, ''],
  [/\n\tconst (?:cloneNode|getShadowRoot|currentScript|importNode) = [^;]*;/g, ''],
  [/, trustedTypes = window\.trustedTypes/, ''],
  [/, createDocumentFragment = _document\.createDocumentFragment/, ''],
  [/(?<=const text = )freeze\((\[[^\]]*\])\)/, '$1'],
  [/\/\* @__PURE__ \*\/ seal\((\/.*)\);/g, '$1;'],
  // The instance that it makes as it is loaded, of the page's own document, in which an element may be named createElement.
  [/\nvar (\w+) = createDOMPurify\(\);/, '\nvar $1 = createDOMPurify;'],
];

/**
 * What the cuts above rely on: none of these is allowed, neither as an element nor as an attribute.
 */
const NEVER_ALLOWED = new Set(
  'annotation-xml attributename body for form foreignobject id iframe is math name noembed noframes noscript patchsrc plaintext script style svg template value xmp'.split(
    ' ',
  ),
);
/** Lists of which only what is allowed is ever looked up. */
const LOOKED_UP =
  /(const DEFAULT_(?:DATA_URI_TAGS|URI_SAFE_ATTRIBUTES) = addToSet\(\{\}, )(\[[^\]]*\])/g;

/**
 * DOMPurify with the one configuration that it is used with, and without its own lists: only what content/policy.ts names
 * is ever allowed, and nothing at all if that were forgotten. Elements of SVG and MathML are then no known ones, and go as unknown elements go.
 */
export function strictPurify(
  allowed: readonly string[] = [...ALLOWED_TAGS, ...ALLOWED_ATTRIBUTES],
): Plugin {
  return failOpen({
    name: 'bellhop-strict-purify',
    transform(code, id) {
      if (!PURIFY.test(id)) return null;
      const wrong = allowed.find((name) => NEVER_ALLOWED.has(name));
      if (wrong !== undefined || !allowed.includes('tbody')) {
        throw new DoesNotFit(
          `DOMPurify is cut for other lists than those of policy.ts (${wrong ?? 'no tbody'}): see trim-purify.ts.`,
        );
      }
      let small = code;
      for (const name of LISTS) {
        const [found, ...more] = small.split(`const ${name} = freeze([`);
        const rest = more.join('');
        const end = rest.indexOf(']);');
        if (more.length !== 1 || end === -1) {
          throw new DoesNotFit(`DOMPurify has no list "${name}" any more: see trim-purify.ts.`);
        }
        small = `${found}const ${name} = [${rest.slice(end).replace(')', '')}`;
      }
      for (const [pattern, instead] of UNREACHED) {
        const left = small.replace(pattern, instead);
        if (left === small)
          throw new DoesNotFit(`DOMPurify has no ${pattern}: see trim-purify.ts.`);
        small = left;
      }
      const lists = small.match(LOOKED_UP)?.length;
      if (lists !== 2) throw new DoesNotFit('DOMPurify has other lists: see trim-purify.ts.');
      small = small.replace(LOOKED_UP, (_, before: string, list: string) => {
        const names: string[] = JSON.parse(list);
        return before + JSON.stringify(names.filter((name) => allowed.includes(name)));
      });
      for (const [name, value] of Object.entries(FIXED_OPTIONS)) {
        const assigned = new RegExp(`\\n\\t+${name} = [^;]*;`, 'g');
        const declared = new RegExp(`\\n\\tlet ${name} = [^;]*;`);
        if (small.match(assigned)?.length !== 1 || !declared.test(small)) {
          throw new DoesNotFit(`DOMPurify reads "${name}" otherwise: see trim-purify.ts.`);
        }
        small = small
          .replace(assigned, '')
          .replace(declared, `\n\tconst ${name} = ${JSON.stringify(value)};`);
      }
      return { code: small, map: null };
    },
  });
}

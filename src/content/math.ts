// Draws formulas as MathML, by Temml. Fetched with the first formula. What Temml makes is read as data: each element is
// made by its name from a list and each text as a text node, so no markup is parsed, and none of its attributes leads
// anywhere.

import temml from 'temml';

const MATHML = 'http://www.w3.org/1998/Math/MathML';
const NAMES = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msup msub msubsup mover munder munderover mmultiscripts mprescripts mtable mtr mtd menclose mpadded mphantom mstyle none'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'display displaystyle scriptlevel form fence separator stretchy symmetric largeop movablelimits accent accentunder lspace rspace minsize maxsize width height depth voffset linethickness mathvariant notation columnalign columnspan rowspan'.split(
    ' ',
  ),
);
/** Sides of cells, and lines of tables. */
const STYLES = /^(?:padding|border|textAlign)/;
const ALIGNED: Readonly<Record<string, string>> = { 'tml-left': 'left', 'tml-right': 'right' };
/** A macro may name itself. */
const MAX_EXPANSIONS = 100;
const MAX_NODES = 5000;

/** What Temml's tree is made of; it has no types of its own. */
interface TreeNode {
  type?: string;
  text?: string;
  attributes?: Record<string, unknown>;
  classes?: string[];
  style?: Record<string, string>;
  children?: TreeNode[];
}

/** Puts the formula into `place`, in the place of its source. What can't be read stays as it is. */
export function drawMath(place: HTMLElement, tex: string, isBlock: boolean): void {
  try {
    const tree = temml.__renderToMathMLTree(tex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: MAX_EXPANSIONS,
    });
    let left = MAX_NODES;
    const make = (node: TreeNode): Node => {
      left -= 1;
      if (left < 0) throw new RangeError('too many');
      if (node.text !== undefined) return place.ownerDocument.createTextNode(node.text);
      const fragment = node.type === undefined;
      if (!fragment && !NAMES.has(node.type ?? '')) throw new TypeError(node.type);
      const made = fragment
        ? place.ownerDocument.createDocumentFragment()
        : createElement(place.ownerDocument, node);
      made.append(...(node.children ?? []).map(make));
      return made;
    };
    place.replaceChildren(make(tree as TreeNode));
  } catch {
    // The source stands there.
  }
}

function createElement(documentRef: Document, node: TreeNode): Element {
  const element = documentRef.createElementNS(MATHML, node.type ?? '') as MathMLElement;
  for (const [name, value] of Object.entries(node.attributes ?? {})) {
    if (ATTRIBUTES.has(name)) element.setAttribute(name, String(value));
  }
  for (const [name, value] of Object.entries(node.style ?? {})) {
    // By the object, not by the attribute, which a strict policy refuses.
    if (STYLES.test(name)) Object.assign(element.style, { [name]: value });
  }
  const side = node.classes?.map((name) => ALIGNED[name]).find(Boolean);
  if (side) element.style.textAlign = side;
  return element;
}

// Whether a page of another origin frames this one, at any height: with one in between, the visitor sees and clicks
// what that page wants, even where the outermost page is the site's own.

interface FramedView {
  parent: FramedView;
  location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> };
}

/** What can't be known counts as framed. */
export function isFramedByAnother(view: FramedView = window): boolean {
  const { origin, ancestorOrigins } = view.location;
  // An opaque origin is the same as none, not even as another that is written alike.
  if (ancestorOrigins) {
    return Array.from(ancestorOrigins).some((other) => other !== origin || other === 'null');
  }
  try {
    for (let frame = view; frame !== frame.parent; frame = frame.parent) {
      if (frame.parent.location.origin !== origin || origin === 'null') return true;
    }
    return false;
  } catch {
    return true;
  }
}

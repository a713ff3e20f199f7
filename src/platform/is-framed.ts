// Whether any page above this one in its frames is of another origin. Such a page decides what the visitor sees and
// clicks, even if the outermost page is the site's own.

interface FramedView {
  parent: FramedView;
  location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> };
}

/** True also if it can't be known. */
export function isFramedByAnother(view: FramedView = window): boolean {
  const { origin, ancestorOrigins } = view.location;
  // Opaque origins are all written "null", and no two of them are the same.
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

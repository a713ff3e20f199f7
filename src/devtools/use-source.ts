// A component that follows a source.

import { useEffect, useState } from 'preact/hooks';
import type { Source } from '../ui/types.ts';

export function useSource<T>(source: Source<T>): T {
  const [, draw] = useState({});
  useEffect(() => {
    // What has changed between the first drawing and this is drawn too.
    draw({});
    return source.subscribe(() => draw({}));
  }, [source]);
  return source.get();
}

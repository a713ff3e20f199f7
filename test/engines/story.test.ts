// One visitor's story, in every engine that is installed: all journeys, one engine after the other.

import { createChromium } from './chromium.ts';
import { createFirefox } from './firefox.ts';
import { playIn } from './play.ts';
import { createWebKit } from './webkit.ts';

for (const engine of [createFirefox(), createWebKit(), createChromium()]) playIn(engine);

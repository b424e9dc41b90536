/// <reference lib="webworker" />
import { countDataUse } from '@/lib/data-use';
import { handleBackgroundSync } from './background-sync';
import { routePictures } from './images';
import { handleLifecycle } from './lifecycle';
import { routeNavigations } from './navigation';
import { handlePeriodicSync } from './periodic-refresh';
import { precacheRelease } from './precache';
import { handlePush } from './push';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: Array<{ url: string; revision: string | null; pack?: string; later?: boolean }>;
};

countDataUse();

// Order matters: the first matching route answers.
const precache = precacheRelease(self, self.__WB_MANIFEST);
routeNavigations(precache);
routePictures(self.location.origin);
handleLifecycle(self);
handleBackgroundSync(self);
handlePeriodicSync(self);
handlePush(self);

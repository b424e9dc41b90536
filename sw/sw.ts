/// <reference lib="webworker" />
import { countDataUse } from '@/lib/data-use';
import { followSync } from './background-sync';
import { routePictures } from './images';
import { followPages } from './lifecycle';
import { routeNavigations } from './navigation';
import { followPeriodicSync } from './periodic-refresh';
import { precacheRelease } from './precache';
import { followPush } from './push';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: Array<{ url: string; revision: string | null; pack?: string }>;
};

countDataUse();

// Order matters: the first route that matches answers.
const precache = precacheRelease(self, self.__WB_MANIFEST);
routeNavigations(precache);
routePictures(self.location.origin);
followPages(self);
followSync(self);
followPeriodicSync(self);
followPush(self);

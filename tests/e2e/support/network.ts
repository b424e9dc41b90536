import type { Page, Request, Route } from '@playwright/test';

export const PULLS = '**/rest/v1/rpc/pull_*';
export const CACHED = '**/rest/v1/rpc/search_teachers_with_filters_cached';
export const PLAIN = '**/rest/v1/rpc/search_teachers_with_filters';
export const DIRECT = '**/rest/v1/teacher_listings?*';
export const SEARCHES = [CACHED, PLAIN, DIRECT] as const;

export const fail = (route: Route) =>
  route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"out of order"}' });

export const unplug = (route: Route) => route.abort('connectionrefused');

/** Holds requests to `url` until `release` is called; then they, and all later ones, go through. */
export async function hold(page: Page, url: string | RegExp): Promise<{ release(): Promise<void> }> {
  const held: Route[] = [];
  let open = false;
  await page.route(url, async (route) => {
    if (open) await route.fallback();
    else held.push(route);
  });
  return {
    async release() {
      open = true;
      for (const route of held.splice(0)) await route.fallback().catch(() => undefined);
    },
  };
}

/** Keeps the device's store empty: searches have to ask the server. */
export async function keepStoreEmpty(page: Page): Promise<void> {
  await hold(page, PULLS);
}

/** Collects the search requests that the page sends after this call. */
export function searchRequests(page: Page): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (/\/rest\/v1\/(rpc\/search_|teacher_listings)/.test(request.url())) seen.push(request);
  });
  return seen;
}

/** 'search_teachers_with_filters_cached', 'teacher_listings', … */
export function nameOf(request: Request): string {
  return new URL(request.url()).pathname.split('/').at(-1) ?? '';
}

/** Names that pages and the service worker share. */

/** A page's message to the service worker: store what opens offline later. It answers whether everything is stored. */
export const STORE_ALL = 'STORE_ALL';

/** The tag of the periodic background sync: registered by a page, received by the worker. */
export const REFRESH_TAG = 'danceflix-refresh';

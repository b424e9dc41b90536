/** A page's message to the service worker: store what opens offline later. It answers whether everything is stored. */
export const STORE_ALL = 'STORE_ALL';

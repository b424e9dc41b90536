/** The tag of the periodic background sync: registered by a page, received by the worker. */
export const REFRESH_TAG = 'danceflix-refresh';

/** Names the wish to be woken now and then: registered by a page, heard by the worker. */
export const REFRESH_TAG = 'danceflix-refresh';

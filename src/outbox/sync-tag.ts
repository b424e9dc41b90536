/** The name under which a page asks the browser to wake the worker once there is a network. */
export const SYNC_TAG = 'danceflix-outbox';

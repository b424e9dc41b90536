/**
 * The installed app has one window (the manifest's `launch_handler`). Opened again by its icon it comes to the front as
 * it was left; by a shortcut or a shared link it goes there without being loaded anew.
 */
export interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

/** The manifest's `start_url`: what the icon itself opens. */
const START = '/search';

/** `go` is asked to show a path of ours; `loaded` is the address that this document was loaded with. */
export function followLaunches(
  queue: LaunchQueue | undefined,
  loaded: string,
  go: (path: string) => void,
): void {
  // The launch that loaded this document is told as well.
  let own = true;
  queue?.setConsumer(({ targetURL }) => {
    const isOwn = own && targetURL === loaded;
    own = false;
    if (!targetURL || isOwn) return;
    const { origin, pathname, search } = new URL(targetURL);
    if (origin !== new URL(loaded).origin || pathname + search === START) return;
    go(pathname + search);
  });
}

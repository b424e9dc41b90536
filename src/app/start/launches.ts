/**
 * The installed app has one window (the manifest's `launch_handler`). Its icon brings the window to the front
 * unchanged; a shortcut or a shared link navigates without a reload.
 */
export interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

/** The manifest's `start_url`: the address that the icon opens. */
const START = '/search';

/** `go` shows a path of ours; `loaded` is the address that this document was loaded with. */
export function followLaunches(
  queue: LaunchQueue | undefined,
  loaded: string,
  go: (path: string) => void,
): void {
  // The launch that loaded this document is reported as well.
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

/** Within this time and distance a tap is the second half of a double tap, meant for the page that the first one left. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 24;

/**
 * Ignores the second half of a double tap when its first half opened another page: what lies there now, such as another
 * page's button for sending, was not meant. Typing in between ends the double tap. Returns a function that ends this.
 */
export function ignoreSecondTaps(): () => void {
  let last: { time: number; x: number; y: number; path: string } | undefined;
  let isIgnored = false;
  const press = ({ timeStamp: time, clientX: x, clientY: y }: PointerEvent) => {
    const path = location.pathname;
    isIgnored =
      last !== undefined &&
      last.path !== path &&
      time - last.time < DOUBLE_TAP_MS &&
      Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP_PX;
    last = { time, x, y, path };
  };
  const click = (event: MouseEvent) => {
    // Without a count, the click came from a key or from a script.
    if (!isIgnored || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const type = () => {
    last = undefined;
  };
  addEventListener('pointerdown', press, true);
  addEventListener('click', click, true);
  addEventListener('input', type, true);
  return () => {
    removeEventListener('input', type, true);
    removeEventListener('pointerdown', press, true);
    removeEventListener('click', click, true);
  };
}

/** Within this time and distance a tap is the second half of a double tap, meant for the page that the first one left. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 24;

const controlAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('a, button, input, select, textarea, label, summary') : null;

/**
 * Ignores the second half of a double tap when its first half opened another page or a sheet, which a tap beside it
 * closes, or put another control where its own was, as a form does that becomes shorter once it is sent: what lies there
 * now was not meant. A control that lay beside it before is. A key in between ends the double tap. Returns a function
 * that ends this.
 */
export function ignoreSecondTaps(): () => void {
  let last: { time: number; x: number; y: number; path: string; control: Element | null } | undefined;
  let isIgnored = false;
  const press = ({ timeStamp: time, clientX: x, clientY: y, target }: PointerEvent) => {
    const path = location.pathname;
    const control = controlAt(target);
    const isReplaced =
      last?.control &&
      control &&
      control !== last.control &&
      controlAt(document.elementFromPoint(last.x, last.y)) !== last.control;
    const isBesideSheet =
      target instanceof Element && target.matches('dialog') && !target.contains(last?.control ?? null);
    isIgnored =
      last !== undefined &&
      (last.path !== path || isReplaced === true || isBesideSheet) &&
      time - last.time < DOUBLE_TAP_MS &&
      Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP_PX;
    last = { time, x, y, path, control };
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
  const keys = ['keydown', 'input'] as const;
  for (const kind of keys) addEventListener(kind, type, true);
  return () => {
    for (const kind of keys) removeEventListener(kind, type, true);
    removeEventListener('pointerdown', press, true);
    removeEventListener('click', click, true);
  };
}

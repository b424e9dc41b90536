import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds after which a press counts as intended, even at the same spot and with nothing typed in between. */
const SAME_PRESS = 500;
/** Pixels within which a finger's accidental second tap lands. */
const SAME_SPOT = 40;

/** Counts events that show that a later press is intended: a text typed, an option chosen, a press elsewhere. */
let changes = 0;
let spot: readonly [number, number] | null = null;
let target: EventTarget | null = null;
/** Presses so far, and the moment of the last one by the device: a busy page handles a press long after it was made. */
let presses = 0;
let pressedAt = 0;

function changed(): void {
  changes += 1;
}

function pressed({ timeStamp }: Event): void {
  presses += 1;
  pressedAt = timeStamp;
}

function onPointerDown(event: PointerEvent): void {
  const { clientX, clientY } = event;
  pressed(event);
  if (spot && Math.hypot(clientX - spot[0], clientY - spot[1]) > SAME_SPOT) changed();
  spot = [clientX, clientY];
}

/** A press by keyboard or screen reader has no pointer position. */
function onClick(event: MouseEvent): void {
  if (event.detail === 0) pressed(event);
  if (event.detail === 0 && event.target !== target) changed();
  target = event.target;
}

function onKeyDown({ key }: KeyboardEvent): void {
  if (key !== 'Enter' && key !== ' ') changed();
}

/** Adding a listener twice adds it once. */
function listen(): void {
  const always = { capture: true, passive: true };
  document.addEventListener('pointerdown', onPointerDown, always);
  document.addEventListener('click', onClick, always);
  document.addEventListener('keydown', onKeyDown, always);
  document.addEventListener('input', changed, always);
  document.addEventListener('change', changed, always);
}

type Once = <R>(work: () => R | Promise<R>) => Promise<R | null>;

interface Sent {
  at: number;
  changes: number;
  presses: number;
}

/**
 * For everything that sends: two quick taps count as one. A call during the work, or right after its success with
 * nothing typed or pressed elsewhere in between, does nothing and resolves to null. Work that resolves to `false` or
 * null did not send, and may be called again at once.
 */
export function useOnce(): Once {
  const running = useRef(false);
  const sent = useRef<Sent | null>(null);
  useEffect(listen, []);
  return useCallback(async (work) => {
    if (running.current || isSamePress(sent.current)) return null;
    running.current = true;
    try {
      const result = await work();
      sent.current = result === false || result === null ? null : { at: performance.now(), changes, presses };
      return result;
    } finally {
      running.current = false;
    }
  }, []);
}

function isSamePress(before: Sent | null): boolean {
  if (before === null || before.changes !== changes) return false;
  const now = presses > before.presses ? pressedAt : performance.now();
  return now - before.at < SAME_PRESS;
}

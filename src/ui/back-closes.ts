/**
 * Lets 'back' close the topmost sheet, dialog or menu instead of leaving the page. While one is open, the history has one
 * extra entry for it, a copy of the page's. An address that is written meanwhile, by a filter or a link, goes into that
 * copy, and once the copy is left it is written again below: closing leaves no entry behind, and a choice made in a sheet
 * adds to the history what it would have added without the sheet. The router sees nothing of the extra entries.
 */
import { logger } from '@/lib/logger';
import { fieldsOf, isNumber } from '@/lib/stored';
import { layerPop } from './layer-pop';

export interface Layer {
  /** False from the moment it closes, although it may be rendered a little longer. */
  isOpen(): boolean;
  /** Called on 'back'. The layer may stay open, to ask about unsaved changes; the next 'back' calls it again. */
  close(): void;
}

type Method = 'pushState' | 'replaceState';

interface Write {
  /** Null for what an earlier document wrote: whether it is new is seen from the page's own entry. */
  method: Method | null;
  state: unknown;
  address: string;
}

/** Open layers, the topmost last. */
const layers: Layer[] = [];
/** Written into the extra entries since they were made, in order. */
let writes: Write[] = [];
/** Writes to the present entry itself; null while nothing is diverted. */
let browser: Pick<History, Method> | null = null;
let stopDiverting: () => void = () => undefined;
/** The page's own entry, below the extra ones. */
let page: string | null = null;
/** Extra entries are being left, and the event that says so is still to come. */
let isLeaving = false;
let isSettling = false;

/** How many extra entries lie below the present entry, with itself. */
function depth(): number {
  const { layers: count } = fieldsOf(history.state);
  return isNumber(count) ? count : 0;
}

/** Tells entries apart, by what the router keeps in them. */
function presentEntry(): string {
  const { idx, key } = fieldsOf(history.state);
  return JSON.stringify([idx, key]);
}

/** The state of an extra entry. The router takes a lack of `idx` for a number. */
const marked = (state: unknown, count: number) => ({ idx: null, ...fieldsOf(state), layers: count });

/** Adds an open layer; the returned function removes it. */
export function addLayer(layer: Layer): () => void {
  layers.push(layer);
  settleLayers();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    settleLayers();
  };
}

/** Call when a layer opens or closes: makes the extra entries as many as the open layers, once this task has ended. */
export function settleLayers(): void {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(settle);
}

function settle(): void {
  isSettling = false;
  // The event settles again.
  if (isLeaving) return;
  const present = depth();
  // Left over by a sheet that was closed, or by another document.
  const isStale = present > 0 && page === null;
  const wanted = isStale ? 0 : layers.filter((layer) => layer.isOpen()).length;
  if (wanted === present) return;
  divertWrites();
  if (wanted < present) {
    isLeaving = true;
    history.go(wanted - present);
    return;
  }
  page ??= presentEntry();
  try {
    for (let count = present + 1; count <= wanted; count += 1) {
      browser?.pushState(marked(history.state, count), '');
    }
  } catch (error) {
    logger.info("'Back' leaves the page: the browser refused an entry of the history", error);
  }
}

/** Puts own methods before the browser's, because whatever writes the address writes with them. */
function divertWrites(): void {
  if (browser) return;
  const { pushState, replaceState } = history;
  const own = { pushState: pushState.bind(history), replaceState: replaceState.bind(history) };
  const divert =
    (method: Method): History[Method] =>
    (state: unknown, _, address) => {
      own.replaceState(marked(state, depth()), '', address);
      writes.push({ method, state, address: location.href });
    };
  browser = own;
  history.pushState = divert('pushState');
  history.replaceState = divert('replaceState');
  stopDiverting = () => {
    Object.assign(history, { pushState, replaceState });
    browser = null;
    page = null;
    writes = [];
    stopDiverting = () => undefined;
  };
}

/** The last popstate event, and whether the router is to pass over it. */
let popped: Event | undefined | null = null;
let isOurs = false;

/** The router's listener is called before ours and asks; without a router ours comes first. Each event counts once. */
function onPop(event: Event | undefined): boolean {
  if (event === popped) return isOurs;
  popped = event;
  isOurs = takePop();
  return isOurs;
}

function takePop(): boolean {
  const isOwn = isLeaving;
  isLeaving = false;
  const present = depth();
  const isKnown = page !== null;
  if (!isOwn && !(isKnown && (present > 0 || presentEntry() === page))) {
    // Another page, as from the list of the browser's back button. What was written for this one is void.
    stopDiverting();
    if (present > 0) settleLayers();
    return false;
  }
  const hasWrites = writes.length > 0;
  bringUpToDate(present);
  if (!isOwn) {
    const above = layers.filter((layer) => layer.isOpen()).slice(present);
    for (const layer of above.reverse()) layer.close();
  }
  settleLayers();
  // The router has seen an entry that was left over, but not the one below it.
  return isKnown || hasWrites;
}

/** Writes into the entry below what was written above it. */
function bringUpToDate(present: number): void {
  const last = writes.at(-1);
  if (present > 0) {
    if (last) browser?.replaceState(marked(last.state, present), '', last.address);
    return;
  }
  for (const { method, state, address } of writes) {
    const isNew = method ? method === 'pushState' : address !== location.href;
    browser?.[isNew ? 'pushState' : 'replaceState'](state, '', address);
  }
  stopDiverting();
}

if (typeof window !== 'undefined') {
  layerPop.isPresent = () => onPop(window.event);
  addEventListener('popstate', onPop);
  if (depth() > 0) {
    // The document was loaded anew while a sheet was open: the choices made in it are in this entry alone.
    const { layers: _, ...state } = fieldsOf(history.state);
    writes = [{ method: null, state, address: location.href }];
    settleLayers();
  }
}

/**
 * Toasts. sonner is loaded with the first one, so that pages without toasts do not load it. Its defaults at 1.7.4 are
 * the specification's numbers, so the version is pinned.
 */
import { logger } from '@/lib/logger';

export interface Toast {
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
  variant?: 'default' | 'destructive';
  /** A second toast with the same id replaces the first. */
  id?: string;
  /** At the top of a phone's screen, for pages that are a form: below stand the fields. */
  place?: 'top';
}

const ON_TOP = 'top-right' as const;

export const TOAST = { duration: 4000, visible: 3, gap: 14, width: 356 } as const;

/**
 * The name in sonner of the newest toast by id. Every toast gets a new name, because sonner merges a toast into another
 * of the same name (with that one's action and look) and loses it when that one is disappearing.
 */
const newest = new Map<string, string>();
let raised = 0;

type Sonner = typeof import('sonner')['toast'];

let wanted = false;
const listeners = new Set<() => void>();
let announceReady: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  announceReady = resolve;
});

/** For the host component: render the toaster from the first toast on. */
export const toasterWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => wanted,
};

/** For the host component: the next toast tries to load again. */
export function toasterFailed(): void {
  setWanted(false);
}

/** For forms that a person has begun to fill in: loads the toasts, in case the network goes away. */
export function prepareToasts(): void {
  if (!wanted) setWanted(true);
}

function setWanted(next: boolean): void {
  wanted = next;
  for (const listener of listeners) listener();
}

type Half = 'upper' | 'lower' | null;

let halfWithFocus: () => Half = () => null;

/** For the toaster: it receives toasts from now on. `half`: of a phone's screen, the one with the focused field. */
export function toasterMounted(half: () => Half): void {
  halfWithFocus = half;
  announceReady();
}

export async function showToast({
  title,
  description,
  action,
  variant = 'default',
  id,
  place,
}: Toast): Promise<void> {
  prepareToasts();
  const toast = await loaded();
  if (!toast) return;
  const half = halfWithFocus();
  const isOnTop = half === 'lower' || (place === 'top' && half === null);
  const options = {
    ...(isOnTop ? { position: ON_TOP } : {}),
    ...(id === undefined ? {} : { id: replace(toast, id) }),
    ...(description === undefined ? {} : { description }),
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.onClick } }),
  };
  if (variant === 'destructive') toast.error(title, options);
  else toast(title, options);
}

/** Takes a toast away when what it says is no longer true. */
export async function hideToast(id: string): Promise<void> {
  const name = newest.get(id);
  if (name !== undefined) (await loaded())?.dismiss(name);
}

function replace(toast: Sonner, id: string): string {
  const former = newest.get(id);
  if (former !== undefined) toast.dismiss(former);
  raised += 1;
  const name = `${id}-${raised}`;
  newest.set(id, name);
  return name;
}

async function loaded() {
  try {
    const { toast } = await import('sonner');
    await ready;
    return toast;
  } catch (error) {
    logger.warn('A toast could not be shown', error);
    return null;
  }
}

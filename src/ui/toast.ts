/**
 * Short notices. sonner is loaded with the first of them: pages that never raise one do not pay for it.
 * Its defaults at 1.7.4 are the specification's numbers, which is why the version is pinned.
 */
import { logger } from '@/lib/logger';

export interface Toast {
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
  variant?: 'default' | 'destructive';
  /** A second toast of the same id replaces the first. */
  id?: string;
}

export const TOAST = { duration: 4000, visible: 3, gap: 14, width: 356 } as const;

/**
 * What sonner calls the newest toast of each id: every one has its own name there, since sonner merges a toast into
 * another of its name (with that one's action and look) and loses it when that one is on its way out.
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

/** For the host component: draw the toaster from the first toast on. */
export const toasterWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => wanted,
};

/** For the host component: the next toast is to try again. */
export function toasterFailed(): void {
  setWanted(false);
}

/** For forms that somebody has begun to fill in: what they will have to say is here should the network go. */
export function prepareToasts(): void {
  if (!wanted) setWanted(true);
}

function setWanted(next: boolean): void {
  wanted = next;
  for (const listener of listeners) listener();
}

/** For the toaster: from here on it hears what is raised. */
export function toasterMounted(): void {
  announceReady();
}

export async function showToast({
  title,
  description,
  action,
  variant = 'default',
  id,
}: Toast): Promise<void> {
  prepareToasts();
  const toast = await loaded();
  if (!toast) return;
  const options = {
    ...(id === undefined ? {} : { id: replace(toast, id) }),
    ...(description === undefined ? {} : { description }),
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.onClick } }),
  };
  if (variant === 'destructive') toast.error(title, options);
  else toast(title, options);
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
    logger.warn('A notice could not be shown', error);
    return null;
  }
}

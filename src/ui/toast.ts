/**
 * Short notices. sonner is loaded with the first of them: pages that never raise one do not pay for it.
 * Its defaults at 1.7.4 are the specification's numbers, which is why the version is pinned.
 */
export interface Toast {
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
  variant?: 'default' | 'destructive';
  /** A second toast of the same id replaces the first. */
  id?: string;
}

export const TOAST = { duration: 4000, visible: 3, gap: 14, width: 356 } as const;

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
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
  const [{ toast }] = await Promise.all([import('sonner'), ready]);
  const options = {
    ...(id === undefined ? {} : { id }),
    ...(description === undefined ? {} : { description }),
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.onClick } }),
  };
  if (variant === 'destructive') toast.error(title, options);
  else toast(title, options);
}

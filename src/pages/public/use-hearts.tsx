import { type ReactNode, startTransition, useCallback, useState } from 'react';
import type { CornerOf } from '@/features/teachers/schema';
import { later } from '@/ui/later';

/** Not in the first bundle: first results do not wait for favourites. */
const Hearts = later(() => import('@/features/favourites/components/hearts'));

/** Place `hearts` once on the page; pass `corner` to the component that renders its cards. */
export function useHearts(): { corner: CornerOf | null; hearts: ReactNode } {
  const [corner, setCorner] = useState<CornerOf | null>(null);
  const onCorner = useCallback((next: CornerOf | null) => startTransition(() => setCorner(() => next)), []);
  return { corner, hearts: <Hearts onCorner={onCorner} /> };
}

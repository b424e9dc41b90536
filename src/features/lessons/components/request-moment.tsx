import { RibbonMoment } from '@/ui/ribbon-moment';
import { useNow } from '@/ui/use-now';
import { momentsOf } from '../moments';
import type { ShownRequest } from '../overlay';

/** Celebrates the shown requests that were just sent or accepted. The words about it belong to the page. */
export function RequestMoment({ requests }: { requests: readonly ShownRequest[] }) {
  return <RibbonMoment events={momentsOf(requests, useNow())} />;
}

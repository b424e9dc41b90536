import type { AlertOf } from '@/features/teachers/schema';
import { later } from '@/ui/later';

/** Not in the first bundle: first results do not wait for it. */
const AlertOffer = later(() => import('./alert-offer'));

export const alertOf: AlertOf = (sought, isEmpty) => <AlertOffer sought={sought} isEmpty={isEmpty} />;

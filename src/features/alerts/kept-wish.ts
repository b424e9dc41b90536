/**
 * The alert that a visitor wants with an account: kept while they sign in or up, then stored. Outside the private keys,
 * which a finished registration deletes.
 */
import { fieldsOf, isText, stored } from '@/lib/stored';
import type { AlertWish } from '@/outbox/commands/alert-parts';

/** Milliseconds. Long enough to confirm an e-mail address, short enough that another person of this phone has no part. */
const HOLDS = 60 * 60_000;

const kept = stored<AlertWish>(
  'danceflix_alert_wish',
  (value) => {
    const { style_id, city_id, neighborhood } = fieldsOf(value);
    const wish = {
      style_id: isText(style_id) ? style_id : null,
      city_id: isText(city_id) ? city_id : null,
      neighborhood: isText(neighborhood) ? neighborhood : null,
    };
    return wish.style_id === null && wish.city_id === null ? null : wish;
  },
  { lifetime: HOLDS },
);

export const keepWish = ({ style_id, city_id, neighborhood }: AlertWish): boolean =>
  kept.write({ style_id, city_id, neighborhood });

export const keptWish = (): AlertWish | null => kept.read();

export function dropWish(): void {
  kept.write(null);
}

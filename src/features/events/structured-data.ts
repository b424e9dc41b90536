/** Events for search engines (schema.org Event; https://developers.google.com/search/docs/appearance/structured-data/event). */

import { dayKey } from '@/lib/dates';
import { shareImageOf } from '@/lib/share-picture';
import { siteAddress } from '@/lib/site';
import type { DanceEvent } from './schema';

export interface EventWords {
  city: string | null;
  styles: readonly string[];
}

const BRASILIA = -3 * 3_600_000;

/** One event, of a series one date. Says nothing that the event does not say: no guessed end, and an offer only where the price is an amount. */
export function eventNode(event: DanceEvent, { city, styles }: EventWords): object {
  const { title, venue, startsAt, endsAt, price, description, organiser } = event;
  const address = siteAddress(`/comunidade/eventos/${encodeURIComponent(event.slug)}`);
  const place = venue ?? city;
  const image = shareImageOf(event.id, null, title);
  return {
    '@type': 'Event',
    '@id': event.weekly === null ? address : `${address}#${dayKey(startsAt)}`,
    name: title,
    url: address,
    startDate: inBrasilia(startsAt),
    ...(endsAt !== null && { endDate: inBrasilia(endsAt) }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(place !== null && {
      location: {
        '@type': 'Place',
        name: place,
        address: {
          '@type': 'PostalAddress',
          ...(city !== null && { addressLocality: city }),
          addressCountry: 'BR',
        },
      },
    }),
    ...(description !== null && { description }),
    ...(image !== null && { image: image.address }),
    ...(styles.length > 0 && { keywords: styles.join(', ') }),
    ...(organiser !== null && { organizer: { '@type': 'Organization', name: organiser } }),
    ...offerOf(price, event.url ?? address),
  };
}

/** The page of one event. */
export function eventData(event: DanceEvent, words: EventWords): object {
  return { '@context': 'https://schema.org', ...eventNode(event, words) };
}

/** A list of events. */
export function eventsData(nodes: readonly object[]): object {
  return { '@context': 'https://schema.org', '@graph': nodes };
}

/** ISO 8601 with Brasília's offset; Brazil has had no summer time since 2019. */
function inBrasilia(moment: number): string {
  return `${new Date(moment + BRASILIA).toISOString().slice(0, 19)}-03:00`;
}

/** The price is typed freely: only 'Grátis' and a single amount are understood. */
function offerOf(price: string | null, url: string): object {
  const text = price?.trim() ?? '';
  if (/^(gr[áa]tis|gratuito|entrada (gratuita|franca))\.?$/i.test(text)) {
    return { isAccessibleForFree: true, offers: offer('0', url) };
  }
  const [, whole, cents = '00'] = /^R\$\s?(\d{1,3}(?:\.\d{3})*|\d{1,6})(?:,(\d{2}))?$/.exec(text) ?? [];
  return whole === undefined ? {} : { offers: offer(`${whole.replaceAll('.', '')}.${cents}`, url) };
}

const offer = (price: string, url: string) => ({ '@type': 'Offer', price, priceCurrency: 'BRL', url });

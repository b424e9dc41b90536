/** What the person on this phone seeks, from the last search and the last lead: for messages and requests. */
import { DAY_KEYS, TIME_KEYS, wantedSlots } from '@/db/availability';
import { currentLead } from '@/features/leads/kept';
import type { Sought } from '@/features/teachers/profile/contact-text';
import { lastStyle } from '@/features/teachers/search/last-search';
import { lastFilters } from '@/features/teachers/search/search-for';
import { fold } from '@/lib/text';

/** For a teacher of these styles: what is said of another style is left out. */
export function soughtFrom(styles: readonly string[]): Sought {
  const search = lastFilters();
  const lead = currentLead();
  const taught = (name: string | undefined) => styles.find((style) => fold(style) === fold(name ?? ''));
  const style = taught(search.style) ?? taught(lead?.estilo) ?? taught(lastStyle()) ?? '';
  const isOfLead = lead !== null && style !== '' && fold(lead.estilo) === fold(style);
  const when = search.when ?? '';
  return {
    style,
    goal: isOfLead ? lead.objetivos : '',
    when: wantedSlots(when).length > 0 ? fold(when) : '',
  };
}

/**
 * A filter of half-days as a request has it: days and times, each empty for any. Of several half-days those that the
 * teacher offers, where there are some.
 */
export function daysAndTimes(when: string, offered: readonly string[]): { days: string[]; times: string[] } {
  const wanted = wantedSlots(when);
  const shared = wanted.filter((slot) => offered.includes(slot));
  const slots = (shared.length > 0 ? shared : wanted).map((slot) => slot.split('-'));
  const named = (keys: readonly string[], place: 0 | 1) => {
    const some = keys.filter((key) => slots.some((slot) => slot[place] === key));
    return some.length === keys.length ? [] : some;
  };
  return { days: named(DAY_KEYS, 0), times: named(TIME_KEYS, 1) };
}

/** The wishes of the person on this phone, from the last search and the last lead: for messages and requests. */
import { wantedSlots } from '@/db/rows/availability';
import { daysAndTimesOf } from '@/db/words/half-days';
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
 * teacher offers, where there are some. Null where none are sought.
 */
export function daysAndTimes(
  when: string,
  offered: readonly string[],
): { days: string[]; times: string[] } | null {
  const wanted = wantedSlots(when);
  if (wanted.length === 0) return null;
  const shared = wanted.filter((slot) => offered.includes(slot));
  return daysAndTimesOf(shared.length > 0 ? shared : wanted);
}

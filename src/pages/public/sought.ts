/** What the person on this phone seeks, from the last search and the last lead: for messages and requests. */
import { DAY_KEYS, TIME_KEYS, wantedSlots } from '@/db/availability';
import { currentLead } from '@/features/leads/kept';
import type { Sought } from '@/features/teachers/profile/contact-text';
import { lastSearch, lastStyle } from '@/features/teachers/search/last-search';
import { filtersFromQuery } from '@/features/teachers/search/search-url';
import { fold } from '@/lib/text';

/** For a teacher of these styles: what is said of another style is left out. */
export function soughtFrom(styles: readonly string[]): Sought {
  const search = filtersFromQuery(lastSearch().replace(/^[^?]*/, ''));
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

/** 'sabado-manha' as a request has it: days and times, each empty for any. */
export function daysAndTimes(when: string): { days: string[]; times: string[] } {
  const parts = when.split('-');
  return {
    days: DAY_KEYS.filter((day) => parts.includes(day)),
    times: TIME_KEYS.filter((time) => parts.includes(time)),
  };
}

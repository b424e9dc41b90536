import { Button } from '@mantine/core';
import { saveCalendarFile } from '@/lib/calendar-file';
import { siteAddress } from '@/lib/site';
import { CalendarIcon } from '@/ui/more-icons';
import { eventFile } from '../event-calendar';
import type { DanceEvent } from '../schema';
import { eventPath } from './event-card';

/** Hands the event to the device's calendar as a file built here, offline too. */
export function AddToCalendar({ event, city }: { event: DanceEvent; city: string | null }) {
  const save = () => {
    const text = eventFile(event, { city, address: siteAddress(eventPath(event)) }, Date.now());
    void saveCalendarFile(text, event.slug);
  };
  return (
    <Button leftSection={<CalendarIcon size={20} />} onClick={save}>
      Pôr na agenda
    </Button>
  );
}

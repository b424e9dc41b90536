import { Button } from '@mantine/core';
import { siteAddress } from '@/lib/site';
import { CalendarIcon } from '@/ui/icons';
import { calendarFile } from '../ics';
import type { DanceEvent } from '../schema';
import { eventPath } from './event-card';

/** Hands the event to the device's calendar as a file built here, offline too. */
export function AddToCalendar({ event, city }: { event: DanceEvent; city: string | null }) {
  const save = () => {
    const text = calendarFile(event, { city, address: siteAddress(eventPath(event)) }, Date.now());
    const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${event.slug}.ics`;
    document.body.append(link);
    link.click();
    link.remove();
    // The browser reads the URL after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Button leftSection={<CalendarIcon size={20} />} onClick={save}>
      Pôr na agenda
    </Button>
  );
}

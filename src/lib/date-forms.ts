/**
 * The date formats of the product. Each formatter is created once, when first needed: that takes milliseconds on a slow
 * phone.
 */
import { once } from './once';

type Form = (time: number | Date) => string;

function form(options: Intl.DateTimeFormatOptions, locale = 'pt-BR'): Form {
  const made = once(() => new Intl.DateTimeFormat(locale, options));
  return (time) => made().format(time);
}

/** In Brasília's time zone, wherever the phone is. */
const brazil = (options: Intl.DateTimeFormatOptions, locale?: string) =>
  form({ ...options, timeZone: 'America/Sao_Paulo' }, locale);

/** '22/11/2026' */
export const shortDay = brazil({ dateStyle: 'short' });
/** '22/11/2026, 18:30' */
export const shortMoment = brazil({ dateStyle: 'short', timeStyle: 'short' });
/** '2026-11-22 18:30' */
export const sortableMoment = brazil({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE');
/** '15 de novembro de 2026' */
export const longDay = brazil({ day: 'numeric', month: 'long', year: 'numeric' });
/** '15 de novembro' */
export const dayAndMonth = brazil({ day: 'numeric', month: 'long' });
/** 'sábado, 5 de dezembro' */
export const weekday = brazil({ weekday: 'long', day: 'numeric', month: 'long' });
/** 'sábado, 5 de dezembro de 2026' */
export const weekdayAndYear = brazil({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** '05' */
export const dayNumber = brazil({ day: '2-digit' });
/** 'dez.' */
export const shortMonth = brazil({ month: 'short' });
/** 'sáb.' */
export const shortWeekday = brazil({ weekday: 'short' });
/** 'dezembro de 2026' */
export const longMonth = brazil({ month: 'long', year: 'numeric' });
/** '21:00' */
export const hour = brazil({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
/** '3 de nov. de 2026, 18:30' by this phone's clock. */
export const localMoment = form({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Formats a date with `write`; empty when it is not a date. */
export function dateText(write: Form, iso: string | null): string {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? '' : write(date);
}

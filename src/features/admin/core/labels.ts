/**
 * Labels for the database's codes, and dates, which are always in Brasília's time zone, independent of the administrator's
 * device.
 */
import { dateText, shortDay, shortMoment, sortableMoment } from '@/lib/date-forms';

export const TIERS: Record<string, string> = {
  passinho: 'Passinho',
  giro_completo: 'Giro Completo',
  destaque_salao: 'Apoiador',
  brilho_palco: 'Brilho de Palco',
};

export const SPONSOR_TIERS: Record<string, string> = { bronze: 'Bronze', prata: 'Prata', ouro: 'Ouro' };

export const EVENT_KINDS: Record<string, string> = {
  baile: 'Baile',
  aula_aberta: 'Aula aberta',
  workshop: 'Workshop',
  festival: 'Festival',
  congresso: 'Congresso',
  outro: 'Outro',
};

export const LEVELS: Record<string, string> = {
  iniciante: 'Iniciante',
  intermediário: 'Intermediário',
  avançado: 'Avançado',
};

/** The label of a code; without a label, the code itself. */
export function nameIn(names: Record<string, string>, code: string): string {
  return names[code] ?? code;
}

export function choicesOf(names: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

export const YES_NO = [
  { value: 'true', label: 'Sim' },
  { value: 'false', label: 'Não' },
];

const exact = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const whole = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 0,
});

/** 'R$ 1.325'; centavos are shown only when they are not zero. */
export const reais = (value: number): string => (Number.isInteger(value) ? whole : exact).format(value);

/** '22/11/2026'; empty when there is none. */
export const dayText = (iso: string | null): string => dateText(shortDay, iso);

/** '22/11/2026, 18:30'; empty when there is none. */
export const momentText = (iso: string | null): string => dateText(shortMoment, iso);

/** Value of a datetime-local input: '2026-11-22T18:30'. */
export function toField(iso: string | null): string {
  return dateText(sortableMoment, iso).replace(' ', 'T');
}

/** ISO moment of a datetime-local value; null when empty. Uses a fixed offset: Brazil ended summer time in 2019. */
export function fromField(value: string): string | null {
  if (value === '') return null;
  const date = new Date(`${value}:00-03:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

import { grouped } from '@/lib/portuguese';

/** 'R$ 1.325'; with centavos only when they are not zero. */
export function inReais(amount: number): string {
  const cents = Math.round(amount * 100);
  const rest = cents % 100;
  const whole = `R$\u00a0${grouped(Math.floor(cents / 100))}`;
  return rest === 0 ? whole : `${whole},${String(rest).padStart(2, '0')}`;
}

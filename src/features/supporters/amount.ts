import { once } from '@/lib/once';

const BRL = { style: 'currency', currency: 'BRL' } as const;
const whole = once(() => new Intl.NumberFormat('pt-BR', { ...BRL, maximumFractionDigits: 0 }));
const exact = once(() => new Intl.NumberFormat('pt-BR', BRL));

/** 'R$ 1.325'; with centavos only where there are some. */
export function inReais(amount: number): string {
  return (Number.isInteger(amount) ? whole : exact)().format(amount);
}

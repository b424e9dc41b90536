const whole = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** 'R$ 1.325'; with centavos only where there are some. */
export function inReais(amount: number): string {
  return (Number.isInteger(amount) ? whole : exact).format(amount);
}

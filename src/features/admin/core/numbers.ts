import { foldEmail } from '@/lib/typed-text';

/** Parses '1.234,50', '1234.5' or 'R$ 10'; null when invalid. A point before three digits separates thousands. */
export function parseAmount(text: string): number | null {
  const bare = text.replace(/R\$|\s/g, '');
  if (bare === '') return null;
  const plain = bare.includes(',')
    ? bare.replaceAll('.', '').replace(',', '.')
    : bare.replace(/\.(?=\d{3}(\.|$))/g, '');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

export const amountError = (text: string) =>
  parseAmount(text) === null ? 'Digite um valor, como 10 ou 10,50.' : null;

export const wholeError = (text: string) =>
  /^\d{1,4}$/.test(text) ? null : 'Digite um número inteiro de 0 a 9999.';

export const emailError = (text: string) =>
  /^[^\s@]+@[^\s@]+$/.test(foldEmail(text)) ? null : 'Digite um e-mail, como nome@exemplo.com.';

export const httpsError = (text: string) =>
  /^https:\/\/[^\s"<>\\]+$/.test(text) ? null : 'O link precisa começar com https://.';

/** '1 pendente', '3.000 pendentes'. */
export const countText = (count: number, [one, many]: readonly [string, string]): string =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

/** Texts of the request counts by state: '3 pendentes', '1 aceito', … */
export const requestCounts = (all: {
  Pendente: number;
  Aceito: number;
  Recusado: number;
  Cancelado: number;
}) => [
  countText(all.Pendente, ['pendente', 'pendentes']),
  countText(all.Aceito, ['aceito', 'aceitos']),
  countText(all.Recusado, ['recusado', 'recusados']),
  countText(all.Cancelado, ['cancelado', 'cancelados']),
];

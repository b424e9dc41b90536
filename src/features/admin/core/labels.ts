/** Names of what the database calls by codes. */
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

/** A code's name, the code itself where it has none. */
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

/** 'R$ 1.325'; with centavos only where there are some. */
export const reais = (value: number): string => (Number.isInteger(value) ? whole : exact).format(value);

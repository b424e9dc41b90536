/** Pix keys in Portuguese. Pure. */
import type { PixKey, PixKeyKind } from '@/lib/pix';

export const KEY_KINDS: Record<PixKeyKind, string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  phone: 'Celular',
  email: 'E-mail',
  random: 'Chave aleatória',
};

/** A document with most of its digits hidden; other keys as they are. */
export function shownKey({ kind, key }: PixKey): string {
  if (kind === 'cpf') return `***.${key.slice(3, 6)}.${key.slice(6, 9)}-**`;
  return key;
}

/** The key that a stored text is: the kind that its spelling says. */
export function storedKind(key: string): PixKeyKind {
  if (key.includes('@')) return 'email';
  if (key.startsWith('+')) return 'phone';
  if (key.length === 36) return 'random';
  return key.length === 11 ? 'cpf' : 'cnpj';
}

/** Why a write was not stored here, or not taken there, in words that several features use. */
import type { NotStored } from './command';

export const NOT_STORED: Record<NotStored, string> = {
  full: 'O aparelho está sem espaço. Libere um pouco e tente de novo.',
  blocked: 'O navegador não está deixando o app guardar dados neste aparelho.',
};

/** The server's 'account_banned', whatever was written. */
export const SUSPENDED = 'Sua conta está suspensa. O que você escreveu continua guardado neste aparelho.';

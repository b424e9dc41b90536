/** What a toast says under a write that this phone did not take. */
import type { NotStored } from './command';

export const NOT_STORED: Record<NotStored, string> = {
  full: 'O aparelho está sem espaço. Libere um pouco e tente de novo.',
  blocked: 'O navegador não está deixando o app guardar dados neste aparelho.',
};

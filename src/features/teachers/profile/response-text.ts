/** The facts about a teacher's answers in words. */

/** By the bounds that the server publishes, in waking hours, of which a day has fourteen. */
const TIMES: Readonly<Record<number, string>> = {
  1: '1 hora',
  3: '3 horas',
  6: '6 horas',
  14: '1 dia',
  28: '2 dias',
  48: '4 dias',
};

/** 'Em geral responde em até 3 horas.'; null where nothing is known. */
export function replyTimeText(hours: number | null): string | null {
  const time = hours === null ? undefined : TIMES[hours];
  return time === undefined ? null : `Em geral responde em até ${time}.`;
}

/** 'Responde no prazo a 9 de cada 10 pedidos.' */
export function repliesText(tenths: number): string {
  if (tenths >= 10) return 'Responde no prazo a todos os pedidos.';
  return tenths < 2
    ? 'Responde no prazo a menos de 2 de cada 10 pedidos.'
    : `Responde no prazo a ${tenths} de cada 10 pedidos.`;
}

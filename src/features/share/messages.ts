/** Messages that WhatsApp opens with. The address follows them. */

/** Sent by the teacher to students. */
export const OWN_PAGE = 'Dou aulas particulares de dança. Veja minha página no Danceflix e peça sua aula:';

/** Sent by a teacher before the team's approval. */
export const OWN_PREVIEW = 'Veja como vai ficar minha página de professor no Danceflix:';

/** Sent by a student after five stars. */
export function recommendation(teacherName: string): string {
  return `Fiz aula de dança com ${teacherName} e recomendo! Veja a página no Danceflix:`;
}

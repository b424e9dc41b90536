/** What stands in the WhatsApp message before the student has typed anything. */
export function firstMessage(teacherName: string): string {
  return `Olá, ${teacherName}! Vi seu perfil no Danceflix e quero saber mais sobre suas aulas de dança.`;
}

/** What to do about a teacher who has published no WhatsApp number. */
export function contactWithoutWhatsapp(hasInstagram: boolean): string {
  return hasInstagram
    ? 'Este professor não publicou um WhatsApp. Fale com ele pelo Instagram.'
    : 'Este professor ainda não publicou um contato. Peça uma aula: a resposta chega pelo Danceflix.';
}

/** The WhatsApp message before the student changes it. */
export function firstMessage(teacherName: string): string {
  return `Olá, ${teacherName}! Vi seu perfil no Danceflix e quero saber mais sobre suas aulas de dança.`;
}

/** Advice about a teacher without a WhatsApp number. */
export function contactWithoutWhatsapp(hasInstagram: boolean): string {
  return hasInstagram
    ? 'Este professor não publicou um WhatsApp. Fale com ele pelo Instagram.'
    : 'Este professor ainda não publicou um contato. Peça uma aula: a resposta chega pelo Danceflix.';
}

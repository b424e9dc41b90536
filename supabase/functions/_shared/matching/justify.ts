/** Explains a match in Portuguese, one sentence per factor. */
import { ratingInWords } from './rating.ts';
import type { Score } from './score.ts';
import type { MatchLead } from './types.ts';

const MOST_SHARED = 3;

export function justify(lead: MatchLead, found: Score): string {
  return [
    placeSentence(lead, found),
    ratingSentence(found),
    experienceSentence(found),
    goalsSentence(found),
    modalitySentence(found),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function placeSentence(lead: MatchLead, { points }: Score): string {
  if (points.style > 0 && points.city > 0) return `Ensina ${lead.styleName} na sua cidade, ${lead.cityName}.`;
  if (points.style > 0) return `Ensina ${lead.styleName}, em outra cidade.`;
  if (points.city > 0) {
    return `Dá aulas na sua cidade, ${lead.cityName}, mas não anuncia o estilo ${lead.styleName}.`;
  }
  return `Fica em outra cidade e não anuncia o estilo ${lead.styleName}.`;
}

function ratingSentence({ candidate: { ratingAverage, ratingCount } }: Score): string {
  if (ratingAverage === null || ratingCount === 0) return 'Ainda sem avaliações.';
  const average = ratingInWords(ratingAverage, ratingCount);
  return ratingCount === 1
    ? `Avaliações: nota ${average}, de uma só avaliação.`
    : `Avaliações: média ${average} em ${ratingCount} avaliações.`;
}

function experienceSentence({ candidate, years }: Score): string {
  if (candidate.experience.trim() === '') return 'Ainda não contou sua experiência.';
  if (years === null || years === 0) return 'Conta sua experiência no perfil.';
  return `Experiência: ${years} ${years === 1 ? 'ano' : 'anos'}.`;
}

function goalsSentence({ shared }: Score): string {
  if (shared === null) return '';
  if (shared.length === 0) return 'O perfil não fala dos seus objetivos: vale perguntar.';
  return `O perfil fala dos seus objetivos: ${shared.slice(0, MOST_SHARED).join(', ')}.`;
}

function modalitySentence({ candidate: { modalities } }: Score): string {
  const privately = modalities.includes('particular');
  if (!modalities.includes('grupo')) return 'Dá aulas particulares.';
  return privately ? 'Dá aulas particulares e em grupo.' : 'Dá aulas em grupo.';
}

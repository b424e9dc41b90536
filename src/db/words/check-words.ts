/** How the team's checks of a teacher are named, and what each does not mean. */

import type { CheckKind } from '@/db/rows/listed-checks';
import { monthOf } from '@/lib/portuguese';

interface CheckWords {
  /** 'Identidade'. */
  name: string;
  /** 'conferida' or its other forms, after the name. */
  checked: string;
  /** The subject of the check, and the limits of its meaning. */
  meaning: string;
}

/** In the order of lists. */
export const CHECK_WORDS = {
  identity: {
    name: 'Identidade',
    checked: 'conferida',
    meaning:
      'A equipe comparou um documento com o nome e o rosto do perfil, e confere de novo se o nome muda. Não quer dizer que acompanhamos as aulas nem que garantimos a conduta da pessoa.',
  },
  whatsapp: {
    name: 'WhatsApp',
    checked: 'conferido',
    meaning:
      'A equipe falou com a pessoa neste número. Não quer dizer que toda mensagem vinda dele seja dela: desconfie de quem pede pagamento adiantado.',
  },
  instagram: {
    name: 'Instagram',
    checked: 'conferido',
    meaning: 'A conta é da pessoa. Não quer dizer que a equipe confirmou tudo o que está publicado nela.',
  },
  experience: {
    name: 'Experiência',
    checked: 'conferida',
    meaning:
      'A equipe viu registros do que está escrito na experiência. Não é um diploma nem uma nota para a aula.',
  },
  references: {
    name: 'Referências',
    checked: 'conferidas',
    meaning:
      'A equipe conversou com quem já teve aula ou trabalhou com a pessoa. Não substitui as avaliações: leia também.',
  },
  picture: {
    name: 'Foto',
    checked: 'conferida',
    meaning: 'A foto do perfil é da pessoa. Não quer dizer que seja recente.',
  },
  background: {
    name: 'Antecedentes',
    checked: 'conferidos',
    meaning:
      'A equipe viu a certidão de antecedentes criminais, que vale por seis meses. Não diz nada sobre o que veio depois nem sobre o que nunca foi denunciado.',
  },
} as const satisfies Record<CheckKind, CheckWords>;

export const CHECK_KINDS = Object.keys(CHECK_WORDS) as CheckKind[];

/** 'Identidade conferida em novembro de 2026'; `month` as '2026-11'. */
export function checkedText(kind: CheckKind, month: string): string {
  const { name, checked } = CHECK_WORDS[kind];
  return `${name} ${checked} em ${monthOf(new Date(`${month}-15T12:00:00Z`))}`;
}

/** Texts of the actions on teachers: the question before and the message after. */
import type { TeacherChange } from './teachers';

export interface TeacherAction {
  label: string;
  /** The question; `people` is a name or '3 professores'. */
  question(people: string): string;
  text: string;
  done(people: string, many: boolean): string;
  change: Omit<TeacherChange, 'id'>;
}

export const TEACHER_ACTIONS = {
  approve: {
    label: 'Aprovar',
    question: (people) => `Aprovar ${people}?`,
    text: 'A página fica pública e aparece na busca em instantes. Quem é aprovado pela primeira vez recebe um aviso.',
    done: (people, many) => `${people}: ${many ? 'aprovados' : 'perfil aprovado'}`,
    change: { is_active: true },
  },
  deactivate: {
    label: 'Desativar',
    question: (people) => `Desativar ${people}?`,
    text: 'A página sai da busca e do ar. Pedidos e avaliações ficam guardados.',
    done: (people, many) => `${people}: ${many ? 'desativados' : 'perfil desativado'}`,
    change: { is_active: false },
  },
  feature: {
    label: 'Destacar',
    question: (people) => `Destacar ${people}?`,
    text: 'Entra no carrossel da página inicial.',
    done: (people, many) => `${people}: ${many ? 'em destaque' : 'perfil em destaque'}`,
    change: { is_featured: true },
  },
  unfeature: {
    label: 'Tirar destaque',
    question: (people) => `Tirar o destaque de ${people}?`,
    text: 'Sai do carrossel da página inicial.',
    done: (people, many) => `${people}: ${many ? 'sem destaque' : 'perfil sem destaque'}`,
    change: { is_featured: false },
  },
} as const satisfies Record<string, TeacherAction>;

/** 'Ana Lima', '3 professores'. */
export function peopleText(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `${names.length} professores`;
}

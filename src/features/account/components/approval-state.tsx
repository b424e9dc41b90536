import type { OwnTeacher } from '../schema';
import classes from './approval-state.module.css';

const STATES = {
  waiting: {
    title: 'Perfil em análise',
    text: 'Nossa equipe analisa cada professor antes de mostrar o perfil na busca. Avisamos você aqui.',
  },
  paused: {
    title: 'Perfil em pausa',
    text: 'Você não aparece na busca enquanto a pausa estiver ligada.',
  },
  active: { title: 'Perfil aprovado', text: 'Você aparece na busca para os alunos da sua cidade.' },
} as const;

/** Whether students find this teacher, and why not. */
export function ApprovalState({ teacher }: { teacher: OwnTeacher }) {
  const state = !teacher.isActive ? 'waiting' : teacher.isPaused ? 'paused' : 'active';
  const { title, text } = STATES[state];
  return (
    <section className={classes.state} data-state={state} aria-label="Situação do perfil">
      <strong>{title}</strong>
      <p>{text}</p>
    </section>
  );
}

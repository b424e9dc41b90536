import { longDay } from '@/lib/date-forms';
import type { Href } from '@/lib/paths';
import { CheckIcon, ClockIcon, InfoIcon } from '@/ui/icons';
import { LinkButton } from '@/ui/link-button';
import type { OwnTeacher } from '../schema';
import { type Approval, approvalOf } from './approval';
import classes from './home.module.css';

const STATES = {
  waiting: {
    icon: ClockIcon,
    label: 'Em análise',
    text: 'Nossa equipe confere cada perfil antes de mostrá-lo na busca. Avisamos por aqui quando for aprovado.',
  },
  approved: {
    icon: CheckIcon,
    label: 'Aprovado',
    text: 'Você aparece na busca e os alunos podem falar com você.',
  },
  paused: {
    icon: InfoIcon,
    label: 'Pausado',
    text: 'Você pausou seu perfil e não aparece na busca. Volte quando quiser, em Perfil.',
  },
  deactivated: {
    icon: InfoIcon,
    label: 'Desativado',
    text: 'Nossa equipe desativou seu perfil e ele não aparece na busca.',
  },
} as const satisfies Record<Approval, unknown>;

/** Shows the approval state of a teacher's profile, since when it holds, and a link to the public page. */
export function ApprovalCard({ teacher, page }: { teacher: OwnTeacher; page: Href | null }) {
  const state = approvalOf(teacher);
  const { icon: Icon, label, text } = STATES[state];
  return (
    <section className={classes.step} aria-label="Situação do seu perfil">
      <h2>Situação do seu perfil</h2>
      <p className={classes.state} data-state={state}>
        <Icon size={18} />
        {label}
      </p>
      <p>{text}</p>
      {teacher.approvedAt && state !== 'waiting' ? (
        <p>Aprovado em {longDay(new Date(teacher.approvedAt))}.</p>
      ) : null}
      {state === 'approved' && page ? (
        <LinkButton to={page} variant="outline">
          Ver minha página
        </LinkButton>
      ) : null}
      {state === 'paused' ? (
        <LinkButton to="/teacher/profile" variant="outline">
          Voltar a aparecer
        </LinkButton>
      ) : null}
    </section>
  );
}

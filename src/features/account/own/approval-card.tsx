import type { ReactNode } from 'react';
import { longDay } from '@/lib/date-forms';
import type { Href } from '@/lib/paths';
import { CheckIcon } from '@/ui/icons';
import { LinkButton } from '@/ui/link-button';
import { ClockIcon, InfoIcon } from '@/ui/more-icons';
import { useNow } from '@/ui/use-now';
import type { OwnTeacher } from '../schema';
import { type Approval, approvalOf, hasEndedIdentity, owesChange } from './approval';
import classes from './home.module.css';
import checks from './own-checks.module.css';
import { TeamLink } from './team-link';

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
    text: 'Seu perfil está fora do ar e não aparece na busca. O motivo está nos seus avisos, e você pode responder à equipe.',
  },
} as const satisfies Record<Approval, unknown>;

const UNCHECKED =
  'A conferência da sua identidade venceu, e seu perfil não aparece na busca. Fale com a equipe: ele volta assim que ela for renovada.';

const ANSWER = 'Olá! Meu perfil de professor saiu do ar no Danceflix e quero responder.';

const ANSWERED =
  'Você mudou seu perfil, e ele voltou para a fila da nossa equipe. Avisamos por aqui quando for aprovado.';

interface ApprovalCardProps {
  teacher: OwnTeacher;
  /** The public page. */
  page: Href | null;
  /** Where the profile is changed; null on that page. */
  editPath: Href | null;
  /** Shares the page of an approved teacher. */
  share?: ReactNode;
  /** Rendered while the team has not answered. */
  waiting?: ReactNode;
}

/** Shows the approval state of a teacher's profile, what the team asked for, and a link to the public page. */
export function ApprovalCard({ teacher, page, editPath, share, waiting }: ApprovalCardProps) {
  const now = useNow();
  const state = approvalOf(teacher, now);
  const { icon: Icon, label, text } = STATES[state];
  const isUnchecked = state === 'deactivated' && hasEndedIdentity(teacher, now);
  if (owesChange(teacher)) return <AskedFor teacher={teacher} editPath={editPath} />;
  return (
    <section className={classes.step} aria-label="Situação do seu perfil">
      <h2>Situação do seu perfil</h2>
      <p className={classes.state} data-state={state}>
        <Icon size={18} />
        {label}
      </p>
      <p>{state === 'waiting' && teacher.adjustment ? ANSWERED : isUnchecked ? UNCHECKED : text}</p>
      {teacher.approvedAt && state !== 'waiting' ? (
        <p>Aprovado em {longDay(new Date(teacher.approvedAt))}.</p>
      ) : null}
      {state === 'waiting' ? waiting : null}
      {state === 'approved' ? share : null}
      {state === 'approved' && page ? (
        <LinkButton to={page} variant="outline">
          Ver minha página
        </LinkButton>
      ) : null}
      {state === 'deactivated' && !isUnchecked ? (
        <LinkButton to="/teacher/notifications" variant="outline">
          Ver meus avisos
        </LinkButton>
      ) : null}
      {state === 'deactivated' ? <TeamLink className={checks.chat} message={ANSWER} /> : null}
      {state === 'paused' ? (
        <LinkButton to="/teacher/profile" variant="outline">
          Voltar a aparecer
        </LinkButton>
      ) : null}
    </section>
  );
}

/** The team's request for a change, until the teacher has saved one. */
function AskedFor({ teacher: { adjustment }, editPath }: { teacher: OwnTeacher; editPath: Href | null }) {
  return (
    <section className={classes.step} aria-label="Situação do seu perfil">
      <h2>Falta um ajuste no seu perfil</h2>
      <p>Nossa equipe olhou seu perfil e pediu:</p>
      <blockquote className={classes.asked}>{adjustment?.message}</blockquote>
      <p>Quando você salvar a mudança, seu perfil volta para a análise.</p>
      {editPath ? <LinkButton to={editPath}>Ajustar meu perfil</LinkButton> : null}
    </section>
  );
}

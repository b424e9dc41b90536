import type { ReactNode } from 'react';
import { phoneText } from '@/lib/phone';
import { serverNow } from '@/lib/server-clock';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import { Badge } from '../core/cells';
import classes from '../core/core.module.css';
import { Folded } from '../core/folded';
import { dayText, momentText, nameIn, reais, TIERS } from '../core/labels';
import { requestCounts } from '../core/numbers';
import { useAnswer } from '../core/use-answer';
import { WriteButton } from '../core/write-button';
import { AuditLines } from '../reports/audit-lines';
import { hasIdentity } from './approval-checks';
import { ChecksList } from './checks-list';
import { ReviewCard } from './review-card';
import { askTeacher, isRenamed, REVIEW_POINTS, readTeacher, type Teacher } from './teacher';
import { TEACHER_ACTIONS } from './teacher-actions';
import own from './teacher-detail.module.css';
import { TeacherMedia } from './teacher-media';
import { ratingText, TeacherState } from './teacher-state';
import { useTeacherChange } from './use-teacher-change';
import { VerifyForm } from './verify-form';

interface TeacherDetailProps {
  id: string;
  face: Face;
  /** Draws the public page from a listing row; `names` are those of its city and styles. */
  page(row: Record<string, unknown>, names: PageNames): ReactNode;
}

export interface PageNames {
  city: string | null;
  styles: readonly string[];
}

/** One teacher: who it is and how the page will look first, then the team's work, folded. */
export function TeacherDetail({ id, face, page }: TeacherDetailProps) {
  const query = useAnswer({
    key: `admin_teacher ${id}`,
    ask: (signal) => askTeacher(id, signal),
    read: readTeacher,
  });
  const { writing, ask, question } = useTeacherChange(query.reload);
  const found = query.value?.teacher ?? null;
  if (query.value === null || found === null) {
    return (
      <AdminPage title="Professor">
        {query.value === null ? (
          <NoAnswer query={query} />
        ) : (
          <Notice
            title="Este professor não existe"
            text="A conta pode ter sido excluída."
            action={<LinkButton to="/admin/teachers">Ver a lista</LinkButton>}
          />
        )}
      </AdminPage>
    );
  }
  const { teacher, profile } = found;
  const isPending = teacher.state === 'pending';
  const actions = [
    // A teacher who waits is approved below the page as it will be.
    ...(isPending ? [] : [teacher.is_active ? TEACHER_ACTIONS.deactivate : TEACHER_ACTIONS.approve]),
    teacher.is_featured ? TEACHER_ACTIONS.unfeature : TEACHER_ACTIONS.feature,
  ];
  const shown = page(found.page, { city: teacher.city_name, styles: teacher.style_names });
  return (
    <AdminPage title={teacher.name}>
      <KeptNote query={query} />
      <section className={classes.card} aria-label="Quem é">
        <div className={own.who}>
          {face({ id, name: teacher.name, imageUrl: teacher.image_url })}
          <div className={own.lines}>
            <p className={own.badges}>
              <TeacherState teacher={teacher} />{' '}
              {teacher.identity_until && !hasIdentity(teacher.checks) ? (
                <Badge tone="bad">Identidade vencida</Badge>
              ) : null}{' '}
              {isRenamed(found.checks, serverNow()) ? (
                <Badge tone="wait">Mudou o nome conferido: confira a identidade de novo</Badge>
              ) : null}
            </p>
            <p>{[teacher.city_name, teacher.style_names.join(', ')].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <p className={own.bio}>{profile.bio || <span className={classes.muted}>Ainda sem texto.</span>}</p>
        {teacher.is_active ? (
          <Link to={`/teachers/${teacher.slug ?? teacher.id}`}>Abrir a página pública</Link>
        ) : null}
        <div className={classes.actions}>
          {actions.map((action) => (
            <WriteButton
              key={action.label}
              writing={writing}
              variant="outline"
              onClick={() => ask(action, [teacher])}
            >
              {action.label}
            </WriteButton>
          ))}
        </div>
      </section>
      {shown ? (
        <Folded title="Ver como ficará" open={isPending}>
          <div className={own.page}>{shown}</div>
        </Folded>
      ) : null}
      {isPending ? <ReviewCard found={found} onDone={query.reload} /> : null}
      <div className={classes.columns}>
        <ProfileCard found={found} />
        <Folded title="Verificação" note={<Count of={found.checks.length} />}>
          <ChecksList checks={found.checks} onDone={query.reload} />
          <VerifyForm teacherId={id} onDone={query.reload} />
        </Folded>
        <TeacherMedia teacherId={id} name={teacher.name} />
        <Requests found={found} />
        <Evaluations found={found} />
        <Folded title="Histórico da equipe" note={<Count of={found.history.length} />}>
          <Reviews found={found} />
          <AuditLines rows={found.history} />
        </Folded>
      </div>
      {question}
    </AdminPage>
  );
}

function Count({ of: total }: { of: number }) {
  return total === 0 ? null : <span className={classes.muted}>{total}</span>;
}

function ProfileCard({ found: { teacher, profile, totals, reports } }: { found: Teacher }) {
  const facts = [
    ['E-mail', teacher.email],
    ['WhatsApp', phoneText(teacher.whatsapp)],
    ['Bairro', profile.neighborhood],
    ['Aulas', profile.modalidades_aula.join(', ')],
    ['Instagram', profile.instagram ? `@${profile.instagram}` : null],
    ['Nota', ratingText(teacher.rating_average, teacher.rating_count)],
    ['Alunos', String(totals.students)],
    ['Aulas dadas', String(totals.lessons_held)],
    [
      'Apoio',
      profile.support ? `${nameIn(TIERS, profile.support.tier)}, ${reais(profile.support.amount)}` : null,
    ],
    ['Cadastro', dayText(teacher.created_at)],
    ['Aprovado em', dayText(teacher.approved_at)],
    ['Denúncias abertas', reports === 0 ? null : String(reports)],
  ] as const;
  return (
    <Folded title="Contato e cadastro">
      <dl className={classes.facts}>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Folded>
  );
}

/** Earlier decisions about showing the teacher, each with the points that were checked. */
function Reviews({ found: { reviews } }: { found: Teacher }) {
  if (reviews.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {reviews.map(({ id, outcome, checked, message, checked_at, checked_by }) => (
        <li key={id}>
          <span>
            <Badge tone={outcome === 'approved' ? 'good' : 'wait'}>
              {outcome === 'approved' ? 'Aprovado' : 'Ajuste pedido'}
            </Badge>{' '}
            {checked.length === 0
              ? 'nada marcado'
              : checked.map((code) => nameIn(REVIEW_POINTS, code)).join(', ')}
          </span>
          {message ? <span>{message}</span> : null}
          <span className={classes.muted}>
            {momentText(checked_at)} · {checked_by?.name ?? 'Conta removida'}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Requests({ found: { requests } }: { found: Teacher }) {
  return (
    <Folded title="Pedidos" note={<Count of={requests.total} />}>
      <p className={classes.muted}>{requestCounts(requests).join(' · ')}</p>
      <ul className={classes.lines}>
        {requests.rows.map(({ id, student, style, status, request_date }) => (
          <li key={id}>
            <span>
              {student?.name ?? 'Conta removida'}, {style ?? 'estilo removido'} <Badge>{status}</Badge>
            </span>
            <span className={classes.muted}>{momentText(request_date)}</span>
          </li>
        ))}
      </ul>
    </Folded>
  );
}

function Evaluations({ found: { evaluations } }: { found: Teacher }) {
  return (
    <Folded title="Avaliações recebidas" note={<Count of={evaluations.total} />}>
      <ul className={classes.lines}>
        {evaluations.rows.map(({ id, evaluator, rating, comment, is_anonymous, hidden_at, created_at }) => (
          <li key={id}>
            <span>
              {rating} de 5 · {evaluator?.name ?? 'Conta removida'}{' '}
              {is_anonymous ? <Badge>Anônima</Badge> : null}{' '}
              {hidden_at ? <Badge tone="bad">Escondida</Badge> : null}
            </span>
            {comment ? <span>{comment}</span> : null}
            <span className={classes.muted}>{dayText(created_at)}</span>
          </li>
        ))}
      </ul>
      {evaluations.total === 0 ? <p className={classes.muted}>Ainda sem avaliações.</p> : null}
    </Folded>
  );
}

/** Draws a teacher's picture, or the initials when there is none: a component of another feature. */
export type Face = (person: { id: string; name: string; imageUrl: string | null }) => ReactNode;

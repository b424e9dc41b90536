import { phoneText } from '@/lib/phone';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import { Badge } from '../core/badge';
import classes from '../core/core.module.css';
import { dayText, momentText } from '../core/dates';
import { nameIn, reais, TIERS } from '../core/labels';
import { requestCounts } from '../core/numbers';
import { useAnswer } from '../core/use-answer';
import { WriteButton } from '../core/write-button';
import { AuditLines } from '../reports/audit-lines';
import { askTeacher, CHECKS, readTeacher, type Teacher } from './teacher';
import { TEACHER_ACTIONS } from './teacher-actions';
import { ratingText, TeacherState } from './teacher-state';
import { useTeacherChange } from './use-teacher-change';
import { VerifyForm } from './verify-form';

/** One teacher: profile, verifications, requests, evaluations and the team's changes. */
export function TeacherDetail({ id }: { id: string }) {
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
  const { teacher } = found;
  const actions = [
    teacher.is_active ? TEACHER_ACTIONS.deactivate : TEACHER_ACTIONS.approve,
    teacher.is_featured ? TEACHER_ACTIONS.unfeature : TEACHER_ACTIONS.feature,
  ];
  return (
    <AdminPage
      title={teacher.name}
      actions={actions.map((action, place) => (
        <WriteButton
          key={action.label}
          writing={writing}
          variant={place === 0 ? 'filled' : 'outline'}
          onClick={() => ask(action, [teacher])}
        >
          {action.label}
        </WriteButton>
      ))}
    >
      <KeptNote query={query} />
      <p>
        <TeacherState teacher={teacher} />{' '}
        {teacher.verified_at ? <Badge tone="good">Verificado em {dayText(teacher.verified_at)}</Badge> : null}
      </p>
      <div className={classes.columns}>
        <ProfileCard found={found} />
        <section className={classes.card} aria-labelledby="checks">
          <h2 id="checks">Verificação</h2>
          <Checks found={found} />
          <VerifyForm teacherId={id} onDone={query.reload} />
        </section>
        <Requests found={found} />
        <Evaluations found={found} />
        <section className={classes.card} aria-labelledby="history">
          <h2 id="history">Histórico da equipe</h2>
          <AuditLines rows={found.history} />
        </section>
      </div>
      {question}
    </AdminPage>
  );
}

function ProfileCard({ found: { teacher, profile, reports } }: { found: Teacher }) {
  const facts = [
    ['E-mail', teacher.email],
    ['WhatsApp', phoneText(teacher.whatsapp)],
    ['Cidade', teacher.city_name],
    ['Bairro', profile.neighborhood],
    ['Estilos', teacher.style_names.join(', ')],
    ['Aulas', profile.modalidades_aula.join(', ')],
    ['Instagram', profile.instagram ? `@${profile.instagram}` : null],
    ['Nota', ratingText(teacher.rating_average, teacher.rating_count)],
    [
      'Apoio',
      profile.support ? `${nameIn(TIERS, profile.support.tier)}, ${reais(profile.support.amount)}` : null,
    ],
    ['Cadastro', dayText(teacher.created_at)],
    ['Aprovado em', dayText(teacher.approved_at)],
    ['Denúncias abertas', reports === 0 ? null : String(reports)],
    ['Sobre', profile.bio],
    ['Experiência', profile.experience],
  ] as const;
  return (
    <section className={classes.card} aria-labelledby="profile">
      <h2 id="profile">Perfil</h2>
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
      {teacher.is_active ? (
        <Link to={`/teachers/${teacher.slug ?? teacher.id}`}>Abrir a página pública</Link>
      ) : null}
    </section>
  );
}

function Checks({ found: { verifications } }: { found: Teacher }) {
  if (verifications.length === 0) return <p className={classes.muted}>Nada foi verificado ainda.</p>;
  return (
    <ul className={classes.lines}>
      {verifications.map(({ id, checked, outcome, note, checked_at, checked_by }) => (
        <li key={id}>
          <span>
            <Badge tone={outcome === 'passed' ? 'good' : 'bad'}>
              {outcome === 'passed' ? 'Tudo certo' : 'Não confirmado'}
            </Badge>{' '}
            {checked.map((code) => nameIn(CHECKS, code)).join(', ')}
          </span>
          {note ? <span>{note}</span> : null}
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
    <section className={classes.card} aria-labelledby="requests">
      <h2 id="requests">Pedidos ({requests.total})</h2>
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
    </section>
  );
}

function Evaluations({ found: { evaluations } }: { found: Teacher }) {
  return (
    <section className={classes.card} aria-labelledby="evaluations">
      <h2 id="evaluations">Avaliações ({evaluations.total})</h2>
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
    </section>
  );
}

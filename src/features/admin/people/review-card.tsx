import { useState } from 'react';
import { dropKeptText, useKeptText } from '@/auth/drafts/kept-text';
import type { CheckKind } from '@/db/rows/listed-checks';
import { freshId } from '@/lib/browser/random';
import { isBlank, textError } from '@/lib/typed-text';
import { TextAreaField } from '@/ui/fields';
import classes from '../core/core.module.css';
import { momentText } from '../core/labels';
import { Question } from '../core/question';
import { OFFLINE } from '../core/texts';
import { useWriting, type Writing } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { hasIdentity, useApprovalChecks } from './approval-checks';
import own from './review-card.module.css';
import { REVIEW_CODES, REVIEW_POINTS, type ReviewPoint, reviewTeacher, type Teacher } from './teacher';
import { setTeachers } from './teachers';

/** The database's bound, in characters. */
const LONGEST = 600;

interface ReviewCardProps {
  found: Teacher;
  onDone(): void;
}

/** The checklist of a teacher who waits, with the two answers: approve, or ask for a change. */
export function ReviewCard({ found, onDone }: ReviewCardProps) {
  const { teacher } = found;
  const writing = useWriting();
  const [checked, setChecked] = useState<readonly ReviewPoint[]>([]);
  const [asked, setAsked] = useState<'approved' | 'adjust' | null>(null);
  const lacking = lackingOf(found);
  const left = REVIEW_CODES.filter((code) => !checked.includes(code));

  async function send(
    outcome: 'approved' | 'adjust',
    id: string,
    message: string | null,
    checks: readonly CheckKind[] = [],
  ) {
    const written = await writing.run(
      () =>
        reviewTeacher({
          ...{ id, teacher_id: teacher.id, outcome, checked, message },
          ...(outcome === 'approved' && { checks }),
        }),
      outcome === 'adjust'
        ? { title: `Pedido enviado a ${teacher.name}` }
        : {
            title: `${teacher.name}: perfil aprovado`,
            undo: ({ undo }) => {
              if (undo.length > 0)
                void writing.run(() => setTeachers(undo), { title: 'Desfeito' }).then(onDone);
            },
          },
    );
    if (!written) return;
    if (outcome === 'adjust') dropKeptText('reason', draftOf(teacher.id));
    setAsked(null);
    setChecked([]);
    onDone();
  }

  return (
    <section className={classes.card} aria-labelledby="review">
      <h2 id="review">Análise</h2>
      {teacher.adjustment ? <Asked adjustment={teacher.adjustment} /> : null}
      <fieldset className={own.points}>
        <legend>O que você conferiu</legend>
        {REVIEW_CODES.map((code) => (
          <label key={code} className={classes.check}>
            <input
              type="checkbox"
              checked={checked.includes(code)}
              onChange={({ currentTarget }) =>
                setChecked(currentTarget.checked ? [...checked, code] : checked.filter((one) => one !== code))
              }
            />
            <span>
              {REVIEW_POINTS[code]}
              {lacking[code] ? <span className={own.lacking}> · {lacking[code]}</span> : null}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={own.answers}>
        <WriteButton writing={writing} variant="outline" onClick={() => setAsked('adjust')}>
          Pedir ajuste
        </WriteButton>
        <WriteButton writing={writing} onClick={() => setAsked('approved')}>
          Aprovar
        </WriteButton>
      </div>
      {writing.blocked ? <p className={classes.muted}>{OFFLINE}</p> : null}
      {asked === 'approved' ? (
        <ApproveQuestion
          name={teacher.name}
          isKnown={hasIdentity(teacher.checks)}
          left={left}
          writing={writing}
          onConfirm={(id, checks) => void send('approved', id, null, checks)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'adjust' ? (
        <AdjustQuestion
          teacher={teacher}
          writing={writing}
          onConfirm={(id, message) => void send('adjust', id, message)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}

function Asked({ adjustment }: { adjustment: NonNullable<Teacher['teacher']['adjustment']> }) {
  const { message, asked_at, adjusted_at } = adjustment;
  return (
    <div className={own.asked} data-answered={adjusted_at !== null || undefined}>
      <strong>
        {adjusted_at
          ? `Ajustado em ${momentText(adjusted_at)}. O pedido foi:`
          : `Ajuste pedido em ${momentText(asked_at)}:`}
      </strong>
      <p>{message}</p>
    </div>
  );
}

interface ApproveQuestionProps {
  name: string;
  /** The identity is checked already. */
  isKnown: boolean;
  left: readonly ReviewPoint[];
  writing: Writing;
  onConfirm(id: string, checks: readonly CheckKind[]): void;
  onClose(): void;
}

function ApproveQuestion({ name, isKnown, left, writing, onConfirm, onClose }: ApproveQuestionProps) {
  const { checks, ready, boxes } = useApprovalChecks(isKnown);
  // Another choice is another command; the same again is a retry.
  const [ids] = useState(() => new Map<string, string>());
  const key = checks.join();
  const id = ids.get(key) ?? freshId();
  ids.set(key, id);
  return (
    <Question
      title={`Aprovar ${name}?`}
      action="Aprovar"
      writing={writing}
      onConfirm={() => {
        if (ready()) onConfirm(id, checks);
      }}
      onClose={onClose}
    >
      {left.length === 0 ? null : (
        <p>Você não marcou: {left.map((code) => REVIEW_POINTS[code].toLowerCase()).join(', ')}.</p>
      )}
      <p>A página fica pública e aparece na busca em instantes. {name} recebe um aviso.</p>
      {boxes}
    </Question>
  );
}

interface AdjustQuestionProps {
  teacher: { id: string; name: string };
  writing: Writing;
  onConfirm(id: string, message: string): void;
  onClose(): void;
}

const draftOf = (teacherId: string) => `adjust_${teacherId}`;

function AdjustQuestion({
  teacher: { id: teacherId, name },
  writing,
  onConfirm,
  onClose,
}: AdjustQuestionProps) {
  const [message, setMessage] = useKeptText('reason', draftOf(teacherId));
  const [tried, setTried] = useState(false);
  // Another text is another request; the same text again is a retry.
  const [id, setId] = useState(freshId);
  const wrong = isBlank(message) ? 'Escreva o que falta.' : textError(message);
  return (
    <Question
      title={`Pedir ajuste a ${name}?`}
      action="Enviar pedido"
      writing={writing}
      onConfirm={() => {
        setTried(true);
        if (wrong === null) onConfirm(id, message.trim());
      }}
      onClose={onClose}
    >
      <p>
        {name} recebe a mensagem e continua aguardando. Quando salvar uma mudança no perfil, volta para a
        fila.
      </p>
      <TextAreaField
        label="Mensagem"
        placeholder="Diga o que falta e como resolver."
        rows={4}
        maxLength={LONGEST}
        value={message}
        error={tried ? wrong : null}
        onChange={({ currentTarget: { value } }) => {
          setMessage(value);
          setId(freshId());
        }}
      />
    </Question>
  );
}

/** Names what the profile lacks, beside the point of the checklist. */
function lackingOf({ teacher, profile }: Teacher): Partial<Record<ReviewPoint, string>> {
  return {
    ...(!teacher.image_url && { picture: 'sem foto' }),
    ...(!profile.bio?.trim() && { text: 'sem texto' }),
    ...(!teacher.whatsapp && { contact: 'sem WhatsApp' }),
    ...(teacher.style_names.length === 0 && { styles: 'nenhum' }),
    ...(!teacher.city_name && { city: 'sem cidade' }),
  };
}

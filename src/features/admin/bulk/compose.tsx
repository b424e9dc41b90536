import { type FormEvent, type ReactNode, useContext, useState } from 'react';
import { useForm } from '@/lib/use-form';
import { useNames } from '@/reads/use-names';
import { SelectField, TextAreaField, TextField } from '@/ui/fields';
import { RoutePatterns } from '@/ui/route-patterns';
import classes from '../core/core.module.css';
import { choicesOf } from '../core/labels';
import { countText } from '../core/numbers';
import { PlaceChoice } from '../core/place-choice';
import { Question } from '../core/question';
import { useAnswer } from '../core/use-answer';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { askReach, audienceText, peopleCount, type Reach, ROLES, readReach, startBulk } from './bulk';
import { type Draft, draftName, emptyDraft, freshIds, isWritten, keepDraft, readDraft } from './draft';
import { messageErrors, messageOf } from './message';
import { MessagePreview, type Shown } from './message-preview';

interface ComposeProps {
  drawNotice(shown: Shown): ReactNode;
  onStarted(id: string): void;
}

/** Writes a message to many: whom, what, how it will look, how many it reaches; then asks, and sends. */
export function Compose({ drawNotice, onStarted }: ComposeProps) {
  const routes = useContext(RoutePatterns);
  const [asked, setAsked] = useState<Reach | null>(null);
  const writing = useWriting();
  const { cities, styles } = useNames();
  const { form, values, errors, sending, change, verify, submit } = useForm<Draft>({
    start: emptyDraft,
    isChanged: isWritten,
    check: (draft) => messageErrors(draft, routes),
    draft: { key: draftName(), read: readDraft, keep: keepDraft },
    send: async ({ id, command }) => {
      const outcome = await writing.run(
        async () => {
          const answer = await startBulk(id, command, message);
          // This draft was sent from another tab, or its answer was lost: the text here is another message.
          if (answer.kind === 'refused' && answer.hint === 'bulk_exists') change(freshIds());
          return answer;
        },
        { title: 'Envio começou' },
      );
      if (!outcome) return { sent: false };
      keepDraft(null);
      onStarted(outcome.value.id);
      return { sent: true };
    },
  });
  const message = messageOf(values, routes);
  const { role, city_id, dance_style_id } = message;
  const audience = { role, city_id, dance_style_id };
  const reach = useAnswer({
    key: `admin_preview_bulk ${JSON.stringify(audience)}`,
    ask: (signal) => askReach(audience, signal),
    read: readReach,
  });

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (sending || !verify()) return;
    // With the text: people who already got the same message are left out.
    const outcome = await writing.run(() => askReach(message));
    if (outcome) setAsked(outcome.value);
  }

  const text = (field: 'title' | 'body' | 'url') => ({
    value: values[field],
    error: errors[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value }),
  });
  const options = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));

  return (
    <section className={classes.columns} aria-label="Nova mensagem">
      <form ref={form} className={classes.card} noValidate onSubmit={ask}>
        <h2>Nova mensagem</h2>
        <div className={classes.pair}>
          <SelectField
            label="Para quem"
            data={[{ value: '', label: 'Todo mundo' }, ...choicesOf(ROLES)]}
            value={values.role}
            onChange={({ currentTarget }) => change({ role: currentTarget.value })}
          />
          <PlaceChoice
            kind="city"
            label="Cidade"
            options={options(cities)}
            value={values.city_id}
            onChange={(city_id) => change({ city_id })}
          />
          <PlaceChoice
            kind="style"
            label="Estilo"
            options={options(styles)}
            value={values.dance_style_id}
            onChange={(dance_style_id) => change({ dance_style_id })}
          />
        </div>
        {values.role === '' ? (
          <p className={classes.muted}>Todo mundo inclui a equipe: você também recebe.</p>
        ) : null}
        <p role="status">
          {reach.value === null ? reachWaits(reach.status) : <strong>{reachText(reach.value)}</strong>}
        </p>
        <TextField label="Título" maxLength={120} {...text('title')} />
        <TextAreaField label="Texto" rows={5} maxLength={1000} {...text('body')} />
        <TextField
          label="Link (opcional)"
          description="Uma página deste site, como /comunidade/eventos."
          maxLength={300}
          {...text('url')}
        />
        {writing.blocked ? (
          <p className={classes.failure}>
            {writing.blocked} Nada é enviado, nem em parte. O que você digitou fica neste aparelho.
          </p>
        ) : null}
        <div className={classes.actions}>
          <WriteButton type="submit" writing={writing} disabled={reach.value?.total === 0}>
            Enviar mensagem
          </WriteButton>
        </div>
      </form>
      <MessagePreview
        shown={{ title: values.title.trim(), body: values.body.trim(), url: message.url }}
        drawNotice={drawNotice}
      />
      {asked ? (
        <Question
          title={asked.total === 0 ? 'Ninguém a quem enviar' : `Enviar para ${peopleCount(asked.total)}?`}
          action="Enviar agora"
          writing={{ ...writing, blocked: writing.blocked ?? (asked.total === 0 ? REPEATED : null) }}
          onConfirm={submit}
          onClose={() => setAsked(null)}
        >
          <p>
            <strong>{values.title.trim()}</strong>
          </p>
          <p>
            Para:{' '}
            {audienceText({
              role,
              city_name: cities.find(({ id }) => id === city_id)?.name ?? null,
              style: styles.find(({ id }) => id === dance_style_id)?.name ?? null,
            })}
            {asked.already > 0 ? `. ${alreadyText(asked.already)}` : ''}
          </p>
          <p>
            O envio pode ser parado no meio, mas quem já recebeu não deixa de ter recebido. Se a conexão cair,
            envie de novo: ninguém recebe duas vezes.
          </p>
        </Question>
      ) : null}
    </section>
  );
}

const REPEATED = 'Todas estas pessoas já receberam esta mesma mensagem desde ontem.';

function reachText({ total, student, teacher, admin }: Reach): string {
  if (total === 0) return 'Ninguém está neste grupo.';
  const parts = [
    student > 0 && countText(student, ['aluno', 'alunos']),
    teacher > 0 && countText(teacher, ['professor', 'professores']),
    admin > 0 && `${admin.toLocaleString('pt-BR')} da administração`,
  ].filter(Boolean);
  return `${peopleCount(total)}: ${parts.join(', ')}.`;
}

function reachWaits(status: string): string {
  if (status === 'loading') return 'Contando quem recebe…';
  if (status === 'offline') return 'Sem conexão: não dá para contar quem recebe.';
  return 'Não foi possível contar quem recebe.';
}

const alreadyText = (many: number) =>
  many === 1
    ? '1 pessoa já recebeu esta mensagem e fica de fora'
    : `${many.toLocaleString('pt-BR')} pessoas já receberam esta mensagem e ficam de fora`;

import { type ReactNode, useContext, useRef, useState } from 'react';
import { useFollowedDraft } from '@/lib/followed-draft';
import { useBusy } from '@/lib/use-busy';
import { useNames } from '@/reads/use-names';
import { SelectField, TextAreaField, TextField } from '@/ui/fields';
import { RoutePatterns } from '@/ui/route-patterns';
import { CityChoice } from '../core/city-choice';
import classes from '../core/core.module.css';
import { choicesOf } from '../core/labels';
import { countText } from '../core/numbers';
import { Question } from '../core/question';
import { useAnswer } from '../core/use-answer';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { askReach, audienceText, peopleCount, type Reach, ROLES, readReach, startBulk } from './bulk';
import { type Draft, draftName, emptyDraft, freshIds, keepDraft, readDraft } from './draft';
import { type MessageErrors, messageErrors, messageOf } from './message';
import { MessagePreview, type Shown } from './message-preview';

interface ComposeProps {
  drawNotice(shown: Shown): ReactNode;
  onStarted(id: string): void;
}

/** Writes a message to many: whom, what, how it will look, how many it reaches; then asks, and sends. */
export function Compose({ drawNotice, onStarted }: ComposeProps) {
  const routes = useContext(RoutePatterns);
  const [draft, setDraft] = useState(() => readDraft() ?? emptyDraft());
  const [errors, setErrors] = useState<MessageErrors>({});
  const [asked, setAsked] = useState<Reach | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const writing = useWriting();
  const { cities, styles } = useNames();
  const message = messageOf(draft, routes);
  const { role, city_id, dance_style_id } = message;
  const dirty = draft.title !== '' || draft.body !== '' || draft.url !== '';
  const audience = { role, city_id, dance_style_id };
  const reach = useAnswer({
    key: `admin_preview_bulk ${JSON.stringify(audience)}`,
    ask: (signal) => askReach(audience, signal),
    read: readReach,
  });

  useBusy(dirty);
  useFollowedDraft(draftName(), () => {
    if (!writing.busy) setDraft(readDraft() ?? emptyDraft());
  });

  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    keepDraft(next);
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))),
    );
  };

  const ask = async () => {
    const found = messageErrors(draft, routes);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    // With what is written: who got the very same message is left out.
    const outcome = await writing.run(() => askReach(message));
    if (outcome) setAsked(outcome.value);
  };

  const send = async () => {
    const outcome = await writing.run(
      async () => {
        const answer = await startBulk(draft.id, draft.command, message);
        // This draft went out from another tab, or unheard from this one: what is written now is another message.
        if (answer.kind === 'refused' && answer.hint === 'bulk_exists') change(freshIds());
        return answer;
      },
      { title: 'Envio começou' },
    );
    if (!outcome) return;
    keepDraft(null);
    onStarted(outcome.value.id);
  };

  const text = (field: 'title' | 'body' | 'url') => ({
    value: draft[field],
    error: errors[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value }),
  });
  const choice = (field: 'role' | 'dance_style_id') => ({
    value: draft[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value }),
  });
  const names = (list: readonly { id: string; name: string }[]) => [
    { value: '', label: 'Todos' },
    ...list.map(({ id, name }) => ({ value: id, label: name })),
  ];

  return (
    <section className={classes.columns} aria-label="Nova mensagem">
      <form
        ref={form}
        className={classes.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <h2>Nova mensagem</h2>
        <div className={classes.pair}>
          <SelectField
            label="Para quem"
            data={[{ value: '', label: 'Todo mundo' }, ...choicesOf(ROLES)]}
            {...choice('role')}
          />
          <CityChoice
            label="Cidade"
            all="Todas"
            options={cities.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.city_id}
            onChange={(city_id) => change({ city_id })}
          />
          <SelectField label="Estilo" data={names(styles)} {...choice('dance_style_id')} />
        </div>
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
        shown={{ title: draft.title.trim(), body: draft.body.trim(), url: message.url }}
        drawNotice={drawNotice}
      />
      {asked ? (
        <Question
          title={asked.total === 0 ? 'Ninguém a quem enviar' : `Enviar para ${peopleCount(asked.total)}?`}
          action="Enviar agora"
          writing={{ ...writing, blocked: writing.blocked ?? (asked.total === 0 ? REPEATED : null) }}
          onConfirm={() => void send()}
          onClose={() => setAsked(null)}
        >
          <p>
            <strong>{draft.title.trim()}</strong>
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

import { Button } from '@mantine/core';
import { EVENT_LIMITS } from '@/db/rows/agenda-fields';
import { serverNow } from '@/lib/server-clock';
import { useForm } from '@/lib/use-form';
import { notQueuedText } from '@/outbox/words';
import { useCityPick } from '@/reads/use-every-city';
import { type NamesLookup, openCities } from '@/reads/use-names';
import { CityFilter } from '@/ui/city/city-filter';
import { StylesField } from '@/ui/dance-styles/styles-field';
import { SelectField, TextAreaField, TextField } from '@/ui/fields';
import { propose } from '../actions';
import { blankDraft, checkEvent, draftOf, type EventDraft, eventOfDraft, keptEvent } from '../event-draft';
import type { ShownOwnEvent } from '../own-events';
import { type EventKind, KINDS } from '../schema';
import classes from './own.module.css';

const FORM = { what: 'o evento', again: 'envie de novo', to: 'divulgar' };

interface EventFormProps {
  userId: string;
  /** The person's name, which the organiser's field begins with. */
  name: string;
  names: NamesLookup;
  /** The event that is changed; null for a new one. */
  own: ShownOwnEvent | null;
  onDone(): void;
}

/** Proposes an event, or changes one that waits or was refused. What is typed is kept on this phone. */
export function EventForm({ userId, name, names, own, onDone }: EventFormProps) {
  const kept = keptEvent(userId, own?.id ?? 'new');
  const { form, values, errors, outcome, sending, change, reset, submit } = useForm<EventDraft>({
    start: () => (own ? draftOf(own.event) : blankDraft(name)),
    check: (draft) => checkEvent(draft, serverNow()),
    draft: { key: kept.key, read: kept.read, keep: (draft) => void kept.write(draft) },
    send: async (draft) => {
      const queued = await propose(eventOfDraft(draft));
      if (queued.kind !== 'stored') return { sent: false, outcome: notQueuedText(queued, FORM) };
      if (!own) reset();
      onDone();
      return { sent: true };
    },
  });
  const text = (field: 'title' | 'venue' | 'price' | 'url' | 'organiser', label: string, most: number) => ({
    label,
    name: field,
    maxLength: most,
    value: values[field],
    readOnly: sending,
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });
  const city = useCityPick(openCities(names), values.cityId, (cityId) => change({ cityId }));
  const styles = values.styleIds.flatMap((id) => names.styles.find((style) => style.id === id)?.name ?? []);
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={submit}
      aria-label={own ? `Mudar ${own.event.title}` : 'Divulgar um baile'}
    >
      <TextField {...text('title', 'Nome do evento', EVENT_LIMITS.title.most)} />
      <SelectField
        label="Tipo"
        name="kind"
        value={values.kind}
        data={(Object.keys(KINDS) as EventKind[]).map((kind) => ({ value: kind, label: KINDS[kind] }))}
        onChange={(event) => change({ kind: event.currentTarget.value as EventKind })}
      />
      <CityFilter label="Cidade" all="Escolha" error={errors.cityId} {...city} />
      <TextField {...text('venue', 'Lugar (opcional)', EVENT_LIMITS.venue)} />
      <div className={classes.pair}>
        <TextField
          label="Começa"
          type="datetime-local"
          description="Horário de Brasília."
          value={values.starts}
          readOnly={sending}
          error={errors.starts}
          onChange={(event) => change({ starts: event.currentTarget.value.slice(0, 16) })}
        />
        <TextField
          label="Termina (opcional)"
          type="datetime-local"
          value={values.ends}
          readOnly={sending}
          error={errors.ends}
          onChange={(event) => change({ ends: event.currentTarget.value.slice(0, 16) })}
        />
      </div>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={values.weekly}
          onChange={(event) => change({ weekly: event.currentTarget.checked })}
        />
        Repete toda semana, no mesmo dia e horário
      </label>
      {values.weekly ? (
        <TextField
          label="Repete até (opcional)"
          type="date"
          description="Sem data, repete enquanto você confirmar que continua."
          value={values.until}
          readOnly={sending}
          error={errors.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      ) : null}
      <StylesField
        label="Estilos (opcional)"
        names={names.styles.map((style) => style.name)}
        status={names.isKnown ? 'ready' : 'loading'}
        loadError={null}
        chosen={styles}
        error={undefined}
        onChange={(chosen) =>
          change({ styleIds: names.styles.filter((one) => chosen.includes(one.name)).map(({ id }) => id) })
        }
      />
      <TextField
        {...text('price', 'Quanto custa (opcional)', EVENT_LIMITS.price)}
        placeholder="Grátis, R$ 20…"
      />
      <TextField
        {...text('organiser', 'Quem organiza', EVENT_LIMITS.organiser)}
        description="Todos leem: escreva como o evento é conhecido."
      />
      <TextField {...text('url', 'Link (opcional)', EVENT_LIMITS.url)} inputMode="url" />
      <TextAreaField
        label="Descrição (opcional)"
        name="description"
        rows={4}
        maxLength={EVENT_LIMITS.description}
        value={values.description}
        readOnly={sending}
        error={errors.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <p className={classes.hint}>A equipe lê antes de publicar, e avisa você do resultado.</p>
      {outcome ? <p role="alert">{outcome}</p> : null}
      <div className={classes.buttons}>
        <Button type="submit" loading={sending}>
          {own ? 'Enviar de novo' : 'Enviar para a equipe'}
        </Button>
        {own ? (
          <Button variant="outline" disabled={sending} onClick={onDone}>
            Deixar para depois
          </Button>
        ) : null}
      </div>
    </form>
  );
}

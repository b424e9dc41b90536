import { useState } from 'react';
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { charactersIn } from '@/lib/sent-text';
import { isWallTime } from '@/lib/wall-time';
import { Badge } from '../core/cells';
import {
  choicesOf,
  dayText,
  EVENT_KINDS,
  fromField,
  momentText,
  nameIn,
  toField,
  YES_NO,
} from '../core/labels';
import { httpsError } from '../core/numbers';
import { usePlaceFilters } from '../core/place-choice';
import type { RecordField, RecordValues } from '../core/record-fields';
import { RowButton } from '../core/row-button';
import { flag, maybeText, person, text, texts } from '../core/schema';
import { call } from '../core/server';
import type { Writing } from '../core/use-writing';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';
import { RecordList } from './record-list';
import { RefuseEvent } from './refuse-event';

const eventRow = z.object({
  id: text,
  title: text,
  slug: text,
  kind: text,
  dance_style_ids: texts,
  style_names: texts,
  city_id: text,
  city_name: maybeText,
  venue: maybeText,
  starts_at: text,
  ends_at: maybeText,
  price: maybeText,
  url: maybeText,
  description: maybeText,
  organiser: maybeText,
  is_published: flag,
  weekly: flag,
  weekly_until: maybeText,
  off_dates: texts,
  confirmed_at: maybeText,
  /** Whose event it is; null for the team's. */
  proposal: z
    .object({ state: text, reason: maybeText, person })
    .nullish()
    .transform((value) => value ?? null),
});
type EventRow = z.infer<typeof eventRow>;

const EVENTS = procedureList('admin_list_events', eventRow);

function stateOf({ is_published, proposal }: EventRow): string {
  if (is_published) return 'Publicado';
  if (proposal?.state === 'waiting') return 'Espera decisão';
  return proposal?.state === 'refused' ? 'Recusado' : 'Rascunho';
}

const COLUMNS: readonly [Column<EventRow>, ...Column<EventRow>[]] = [
  { title: 'Evento', sort: 'title', cell: ({ title }) => title, csv: ({ title }) => title },
  {
    title: 'Começa',
    sort: 'starts_at',
    cell: ({ starts_at, weekly }) => `${momentText(starts_at)}${weekly ? ', toda semana' : ''}`,
    csv: ({ starts_at }) => momentText(starts_at),
  },
  {
    title: 'Tipo',
    cell: ({ kind }) => nameIn(EVENT_KINDS, kind),
    csv: ({ kind }) => nameIn(EVENT_KINDS, kind),
  },
  {
    title: 'Confirmado',
    cell: ({ confirmed_at }) => dayText(confirmed_at),
    csv: ({ confirmed_at }) => dayText(confirmed_at),
  },
  { title: 'Cidade', cell: ({ city_name }) => city_name, csv: ({ city_name }) => city_name },
  {
    title: 'Estilos',
    cell: ({ style_names }) => style_names.join(', '),
    csv: ({ style_names }) => style_names.join(', '),
  },
  {
    title: 'Situação',
    cell: (row) => <Badge tone={row.is_published ? 'good' : 'wait'}>{stateOf(row)}</Badge>,
    csv: stateOf,
  },
  {
    title: 'Quem divulgou',
    cell: ({ proposal }) => proposal?.person?.name ?? null,
    csv: ({ proposal }) => proposal?.person?.name ?? null,
  },
];

/** Lists the events of the agenda: create, edit, publish, remove. */
export function EventList() {
  const { city, style } = usePlaceFilters();
  const [refused, setRefused] = useState<EventRow | null>(null);
  const list = useList({
    source: EVENTS,
    sorts: [
      { key: '-starts_at', label: 'Os últimos primeiro' },
      { key: 'starts_at', label: 'Os primeiros primeiro' },
      { key: 'title', label: 'Título' },
    ],
    filters: [
      { key: 'is_past', label: 'Já passou', options: YES_NO },
      city,
      { key: 'kind', label: 'Tipo', options: choicesOf(EVENT_KINDS) },
      { key: 'is_published', label: 'Publicado', options: YES_NO },
      { key: 'waiting', label: 'Espera decisão', options: [{ value: 'true', label: 'Sim' }] },
    ],
  });
  const confirm = async ({ id, title }: EventRow, writing: Writing) => {
    const args = {
      command_id: freshId(),
      confirmation: { event_id: id, at: new Date().toISOString() },
    };
    const done = await writing.run(() => call('confirm_event', args, () => null), {
      title: `${title}: confirmado hoje`,
    });
    if (done) list.query.reload();
  };
  const fields: readonly RecordField[] = [
    { key: 'title', label: 'Título', kind: 'text', maxLength: 120, required: true, check: titleError },
    { key: 'kind', label: 'Tipo', kind: 'select', options: choicesOf(EVENT_KINDS), required: true },
    { key: 'city_id', label: 'Cidade', kind: 'city', options: city.options, required: true },
    {
      key: 'starts_at',
      label: 'Começa',
      kind: 'moment',
      required: true,
      description: 'Horário de Brasília.',
    },
    { key: 'ends_at', label: 'Termina (opcional)', kind: 'moment' },
    {
      key: 'weekly',
      label: 'Repete toda semana, no mesmo dia e horário',
      kind: 'check',
    },
    {
      key: 'weekly_until',
      label: 'Repete até (opcional)',
      kind: 'text',
      maxLength: 10,
      description: 'Dia/mês/ano. Sem data, repete enquanto alguém confirmar.',
      check: dayError,
    },
    {
      key: 'off_dates',
      label: 'Datas em que não acontece (opcional)',
      kind: 'text',
      maxLength: 800,
      description: 'Dia/mês/ano, separadas por vírgula.',
      check: daysError,
    },
    { key: 'venue', label: 'Lugar (opcional)', kind: 'text', maxLength: 200 },
    {
      key: 'price',
      label: 'Preço (opcional)',
      kind: 'text',
      maxLength: 80,
      description: 'Como as pessoas vão ler.',
    },
    { key: 'organiser', label: 'Quem organiza (opcional)', kind: 'text', maxLength: 120 },
    { key: 'url', label: 'Link (opcional)', kind: 'url', maxLength: 500, check: httpsError },
    { key: 'description', label: 'Descrição (opcional)', kind: 'area', maxLength: 4000 },
    { key: 'dance_style_ids', label: 'Estilos', kind: 'many', options: style.options },
    { key: 'is_published', label: 'Publicado', kind: 'check' },
  ];
  return (
    <RecordList
      title="Eventos"
      lead="Bailes, aulas abertas, festivais e congressos da agenda."
      table="events"
      list={list}
      columns={COLUMNS}
      noun={['evento', 'eventos']}
      nameOf={({ title }) => title}
      searchLabel="Título, lugar ou quem organiza"
      fileName="eventos"
      words={{ create: 'Novo evento', saved: 'Evento salvo', removed: 'Evento removido' }}
      fields={fields}
      fresh={{ kind: 'baile', is_published: 'true' }}
      valuesOf={valuesOf}
      columnsOf={columnsOf}
      toggle={{
        column: 'is_published',
        isOn: ({ is_published }) => is_published,
        on: 'Publicar',
        off: 'Esconder',
      }}
      more={(row, writing) => (
        <>
          {row.proposal?.state === 'waiting' ? (
            <RowButton writing={writing} label={`Recusar: ${row.title}`} onClick={() => setRefused(row)}>
              Recusar
            </RowButton>
          ) : null}
          <RowButton
            writing={writing}
            label={`Confirmar: ${row.title}`}
            onClick={() => void confirm(row, writing)}
          >
            Confirmar
          </RowButton>
        </>
      )}
      dialog={
        refused ? (
          <RefuseEvent
            key={refused.id}
            event={refused}
            onDone={() => {
              setRefused(null);
              list.query.reload();
            }}
            onClose={() => setRefused(null)}
          />
        ) : null
      }
      removal="O evento sai da agenda e não pode ser recuperado. Para só tirar do ar, use Esconder."
      empty={{ title: 'Ainda não há eventos', text: 'Crie o primeiro da agenda.' }}
    />
  );
}

const titleError = (title: string) => (charactersIn(title) < 3 ? 'O título tem pelo menos 3 letras.' : null);

/** '2026-12-24' from '24/12/2026'; null for no day. */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const iso = `${year}-${month}-${day}`;
  return isWallTime(`${iso}T12:00`) ? iso : null;
}

const dayError = (text: string) => (dayOf(text) === null ? 'Escreva dia/mês/ano, como 24/12/2026.' : null);
const listOf = (text: string | undefined) => (text ?? '').split(',').filter((one) => one.trim() !== '');
const daysError = (text: string) =>
  listOf(text)
    .map(dayError)
    .find((error) => error !== null) ?? null;
const spoken = (iso: string) => iso.split('-').reverse().join('/');

function columnsOf(values: RecordValues): Record<string, unknown> {
  const weekly = values.weekly === 'true';
  const written = (key: string) => values[key]?.trim() || null;
  return {
    title: written('title'),
    kind: values.kind,
    city_id: values.city_id,
    starts_at: fromField(values.starts_at ?? ''),
    ends_at: fromField(values.ends_at ?? ''),
    venue: written('venue'),
    price: written('price'),
    organiser: written('organiser'),
    url: written('url'),
    description: written('description'),
    dance_style_ids: values.dance_style_ids ? values.dance_style_ids.split(',') : [],
    is_published: values.is_published === 'true',
    weekly,
    weekly_until: weekly ? dayOf(values.weekly_until ?? '') : null,
    off_dates: weekly ? listOf(values.off_dates).flatMap((one) => dayOf(one) ?? []) : [],
  };
}

function valuesOf(event: EventRow): RecordValues {
  return {
    title: event.title,
    kind: event.kind,
    city_id: event.city_id,
    starts_at: toField(event.starts_at),
    ends_at: toField(event.ends_at),
    venue: event.venue ?? '',
    price: event.price ?? '',
    organiser: event.organiser ?? '',
    url: event.url ?? '',
    description: event.description ?? '',
    dance_style_ids: event.dance_style_ids.join(','),
    is_published: String(event.is_published),
    weekly: String(event.weekly),
    weekly_until: event.weekly_until === null ? '' : spoken(event.weekly_until),
    off_dates: event.off_dates.map(spoken).join(', '),
  };
}

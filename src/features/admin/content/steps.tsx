import { z } from 'zod';
import { videoUrlError } from '@/lib/video-url';
import { Badge } from '../core/cells';
import { choicesOf, LEVELS, nameIn, YES_NO } from '../core/labels';
import { wholeError } from '../core/numbers';
import { usePlaceFilters } from '../core/place-choice';
import type { RecordField, RecordValues } from '../core/record-fields';
import { flag, maybeText, text } from '../core/schema';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';
import { RecordList } from './record-list';

const stepRow = z.object({
  id: text,
  name: text,
  dance_style_id: text,
  style: maybeText,
  level: text,
  description: text,
  video_url: maybeText,
  position: z.number(),
  is_published: flag,
});
type StepRow = z.infer<typeof stepRow>;

const STEPS = procedureList('admin_list_steps', stepRow);

const COLUMNS: readonly [Column<StepRow>, ...Column<StepRow>[]] = [
  { title: 'Passo', sort: 'name', cell: ({ name }) => name, csv: ({ name }) => name },
  { title: 'Estilo', cell: ({ style }) => style, csv: ({ style }) => style },
  { title: 'Nível', cell: ({ level }) => nameIn(LEVELS, level), csv: ({ level }) => level },
  {
    title: 'Vídeo',
    cell: ({ video_url }) =>
      video_url === null ? (
        'Sem vídeo'
      ) : (
        <a href={video_url} target="_blank" rel="noopener">
          Abrir vídeo
        </a>
      ),
    csv: ({ video_url }) => video_url,
  },
  {
    title: 'Situação',
    cell: ({ is_published }) => (
      <Badge tone={is_published ? 'good' : 'wait'}>{is_published ? 'Publicado' : 'Rascunho'}</Badge>
    ),
    csv: ({ is_published }) => is_published,
  },
];

/** Lists the library of dance steps: create, edit, remove. */
export function StepList() {
  const { style } = usePlaceFilters();
  const list = useList({
    source: STEPS,
    sorts: [
      { key: 'name', label: 'Nome' },
      { key: '-created_at', label: 'Mais novos' },
    ],
    filters: [
      style,
      { key: 'level', label: 'Nível', options: choicesOf(LEVELS) },
      { key: 'is_published', label: 'Publicado', options: YES_NO },
    ],
  });
  const fields: readonly RecordField[] = [
    { key: 'name', label: 'Nome', kind: 'text', maxLength: 80, required: true },
    { key: 'dance_style_id', label: 'Estilo', kind: 'style', options: style.options, required: true },
    { key: 'level', label: 'Nível', kind: 'select', options: choicesOf(LEVELS), required: true },
    {
      key: 'description',
      label: 'Descrição',
      kind: 'area',
      maxLength: 1200,
      required: true,
      check: (value) => (value.length < 10 ? 'Escreva pelo menos 10 letras.' : null),
    },
    {
      key: 'video_url',
      label: 'Vídeo (opcional)',
      kind: 'url',
      description: 'YouTube ou Instagram.',
      check: videoUrlError,
    },
    { key: 'position', label: 'Ordem no nível', kind: 'number', required: true, check: wholeError },
    { key: 'is_published', label: 'Publicado', kind: 'check' },
  ];
  return (
    <RecordList
      title="Passos de Dança"
      lead="O que aparece na biblioteca de passos."
      table="dance_steps"
      list={list}
      columns={COLUMNS}
      noun={['passo', 'passos']}
      nameOf={({ name }) => name}
      searchLabel="Nome do passo"
      fileName="passos"
      words={{ create: 'Novo passo', saved: 'Passo salvo', removed: 'Passo removido' }}
      fields={fields}
      fresh={{ level: 'iniciante', position: '0', is_published: 'true' }}
      valuesOf={valuesOf}
      columnsOf={columnsOf}
      toggle={{
        column: 'is_published',
        isOn: ({ is_published }) => is_published,
        on: 'Publicar',
        off: 'Esconder',
      }}
      removal="O passo sai da biblioteca e não pode ser recuperado. Para só tirar do ar, use Esconder."
      empty={{ title: 'Ainda não há passos', text: 'Crie o primeiro para a biblioteca.' }}
    />
  );
}

function columnsOf(values: RecordValues): Record<string, unknown> {
  return {
    name: values.name?.trim(),
    dance_style_id: values.dance_style_id,
    level: values.level,
    description: values.description?.trim(),
    // The database accepts only https; both allowed video sites support it.
    video_url: values.video_url?.trim().replace(/^http:/, 'https:') || null,
    position: Number(values.position),
    is_published: values.is_published === 'true',
  };
}

function valuesOf(step: StepRow): RecordValues {
  const { name, dance_style_id, level, description, video_url, position, is_published } = step;
  return {
    name,
    dance_style_id,
    level,
    description,
    video_url: video_url ?? '',
    position: String(position),
    is_published: String(is_published),
  };
}

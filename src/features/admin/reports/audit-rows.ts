/** Reads lines of the audit and describes their changes (supabase/migrations/…_audit.sql). */
import { z } from 'zod';
import { momentText } from '../core/labels';
import { flag, maybeText, person, text, texts } from '../core/schema';

const values = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {});

export const auditRow = z.object({
  id: text,
  at: text,
  actor: person,
  /** No person did it, but a rule. */
  is_rule: flag,
  action: z.enum(['insert', 'update', 'delete']),
  table_name: text,
  row_id: text,
  /** The row's current name, or its last one. */
  label: maybeText,
  before: values,
  after: values,
  /** Columns whose values were erased with the person's account. */
  hidden: texts,
});
export type AuditRow = z.infer<typeof auditRow>;

export const actorText = ({ actor, is_rule }: AuditRow): string =>
  actor?.name ?? (is_rule ? 'Regra automática' : 'Conta removida');

export const AUDIT_ACTIONS = { insert: 'Criou', update: 'Mudou', delete: 'Apagou' } as const;

export const AUDIT_TABLES: Record<string, string> = {
  teachers: 'Professores',
  user_profiles: 'Perfis',
  students: 'Alunos',
  teacher_checks: 'Verificações',
  teacher_invitations: 'Convites',
  cities: 'Cidades',
  dance_styles: 'Estilos de dança',
  app_settings: 'Configurações',
  lesson_requests: 'Pedidos',
  lesson_evaluations: 'Avaliações',
  reports: 'Denúncias',
  report_decisions: 'Decisões sobre denúncias',
  report_letters: 'Mensagens sobre denúncias',
  posts: 'Mural',
  events: 'Eventos',
  event_proposals: 'Eventos divulgados',
  dance_steps: 'Passos',
  blog_posts: 'Artigos',
  blog_categories: 'Categorias do blog',
  supporter_tiers: 'Apoiadores',
  sponsors: 'Patrocinadores',
  bulk_notifications: 'Notificações',
};

/** Labels of columns; a column without a label is shown under its own name. */
const COLUMNS: Record<string, string> = {
  is_active: 'ativo',
  active: 'ativo',
  is_featured: 'destaque',
  is_published: 'publicado',
  is_public: 'público',
  is_paused: 'em pausa',
  is_listed: 'à vista',
  approved_at: 'aprovado em',
  published_at: 'publicar em',
  starts_at: 'começa',
  ends_at: 'termina',
  removed_at: 'removido em',
  stopped_at: 'parado em',
  checked_at: 'verificado em',
  decided_at: 'decidido em',
  expires_on: 'vence em',
  revoked_at: 'retirada em',
  revoke_reason: 'motivo',
  checked_name: 'nome conferido',
  renamed_at: 'nome mudou em',
  recipient: 'para',
  what: 'sobre',
  decision: 'decisão',
  outcome: 'resultado',
  name: 'nome',
  display_name: 'nome público',
  title: 'título',
  body: 'texto',
  text: 'texto',
  excerpt: 'resumo',
  description: 'descrição',
  note: 'anotação',
  reason: 'motivo',
  status: 'situação',
  state: 'situação',
  role: 'tipo',
  kind: 'tipo',
  level: 'nível',
  tier: 'nível',
  amount: 'valor',
  price: 'preço',
  total: 'pessoas',
  email: 'e-mail',
  slug: 'endereço',
  url: 'link',
  video_url: 'vídeo',
  logo_url: 'logo',
  cover_url: 'capa',
  value: 'valor',
  city_id: 'cidade',
  dance_style_id: 'estilo',
  dance_style_ids: 'estilos',
  category_id: 'categoria',
  position: 'ordem',
  display_order: 'ordem',
  author_name: 'quem escreveu',
  organiser: 'quem organiza',
  venue: 'lugar',
};

/** Columns left out because the line shows them elsewhere or they follow from others. */
const LEFT_OUT = [
  'id',
  'created_at',
  'created_by',
  'checked_by',
  'decided_by',
  'sent',
  'gone',
  'is_demo',
  'checks',
  'recorded_at',
  'told_at',
  'ended_at',
  'revoked_by',
  'written_by',
  'written_at',
  'report_id',
  'person_id',
  'target_id',
];

const VALUES: Record<string, string> = {
  sending: 'enviando',
  stopped: 'parado',
  done: 'enviado',
  draft: 'rascunho',
  published: 'publicado',
  open: 'aberta',
  kept: 'mantido',
  removed: 'removido',
  profile: 'perfil',
  post: 'publicação',
  evaluation: 'avaliação',
  reply: 'resposta',
  event: 'evento',
  request: 'pedido',
  message: 'mensagem',
  lesson: 'proposta de aula',
  keep: 'manter',
  remove: 'remover',
  reporter: 'quem denunciou',
  reported: 'quem foi denunciado',
  student: 'aluno',
  teacher: 'professor',
  admin: 'administração',
};

/**
 * One text like 'ativo: não → sim' per changed column. `nameOf` gives the name of the row with an id; an unknown id is
 * shown unchanged.
 */
export function changeTexts(
  { before, after, hidden }: AuditRow,
  nameOf: (id: string) => string | null = () => null,
): string[] {
  const named = (key: string) => COLUMNS[key] ?? key;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !LEFT_OUT.includes(key),
  );
  const changed = keys.map((key) => {
    const [from, to] = [shown(before[key], nameOf), shown(after[key], nameOf)];
    if (from === '') return `${named(key)}: ${to}`;
    return `${named(key)}: ${from} → ${to === '' ? 'vazio' : to}`;
  });
  return [...changed, ...hidden.map((key) => `${named(key)}: apagado com a conta`)];
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function shown(value: unknown, nameOf: (id: string) => string | null): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.map((one) => shown(one, nameOf)).join(', ');
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  if (MOMENT.test(words)) return momentText(words);
  const known = VALUES[words] ?? nameOf(words) ?? words;
  return known.length > 120 ? `${known.slice(0, 119)}…` : known;
}

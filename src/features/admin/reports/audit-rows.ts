/** Lines of the audit (supabase/migrations/20261125000110_audit.sql). */
import { z } from 'zod';
import { maybeText, person, text, texts } from '../core/schema';

const values = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {});

export const auditRow = z.object({
  id: text,
  at: text,
  actor: person,
  action: z.enum(['insert', 'update', 'delete']),
  table_name: text,
  row_id: text,
  /** What the row is called now, or was. */
  label: maybeText,
  before: values,
  after: values,
  /** Columns whose values went with the person. */
  hidden: texts,
});
export type AuditRow = z.infer<typeof auditRow>;

export const AUDIT_ACTIONS = { insert: 'Criou', update: 'Mudou', delete: 'Apagou' } as const;

export const AUDIT_TABLES: Record<string, string> = {
  teachers: 'Professores',
  user_profiles: 'Perfis',
  students: 'Alunos',
  teacher_verifications: 'Verificações',
  cities: 'Cidades',
  dance_styles: 'Estilos de dança',
  app_settings: 'Configurações',
  lesson_requests: 'Pedidos',
  lesson_evaluations: 'Avaliações',
  reports: 'Denúncias',
  posts: 'Mural',
  events: 'Eventos',
  dance_steps: 'Passos',
  blog_posts: 'Artigos',
  blog_categories: 'Categorias do blog',
  supporter_tiers: 'Apoiadores',
  sponsors: 'Patrocinadores',
  bulk_notifications: 'Notificações',
};

/** Columns whose values are not what they are called in Portuguese are shown by their own name. */
const COLUMNS: Record<string, string> = {
  is_active: 'ativo',
  active: 'ativo',
  is_featured: 'destaque',
  is_published: 'publicado',
  approved_at: 'aprovado em',
  name: 'nome',
  title: 'título',
  status: 'situação',
  state: 'situação',
  tier: 'nível',
  amount: 'valor',
  email: 'e-mail',
  slug: 'endereço',
  value: 'valor',
};

/** 'ativo: não → sim', one for each changed column. */
export function changeTexts({ before, after, hidden }: AuditRow): string[] {
  const named = (key: string) => COLUMNS[key] ?? key;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.map((key) => {
    const [from, to] = [shown(before[key]), shown(after[key])];
    if (from === '') return `${named(key)}: ${to}`;
    return `${named(key)}: ${from} → ${to === '' ? 'vazio' : to}`;
  });
  return [...changed, ...hidden.map((key) => `${named(key)}: apagado com a conta`)];
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.length > 120 ? `${words.slice(0, 119)}…` : words;
}

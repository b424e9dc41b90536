import type { Statements } from '../database.ts';
import { NEWEST } from './accounts.ts';
import type { DemoAccount } from './demo-data.ts';
import { nameUuid } from './name-uuid.ts';

interface Note {
  kind: string;
  title: string;
  body: string;
  url: string;
  /** Days before NEWEST. */
  age: number;
  read: boolean;
}

const WELCOME = { kind: 'welcome', title: 'Boas-vindas ao Danceflix!', age: 3, read: true };

/** Texts as the product writes them; one is left unread. */
const INBOXES: Record<DemoAccount['role'], readonly Note[]> = {
  student: [
    {
      ...WELCOME,
      body: 'Encontre professores do seu estilo na sua cidade e peça a primeira aula.',
      url: '/search',
    },
    {
      kind: 'tip',
      title: 'Complete seu perfil',
      body: 'Com cidade e WhatsApp, os professores respondem mais rápido.',
      url: '/student/configurations',
      age: 1,
      read: false,
    },
  ],
  teacher: [
    {
      ...WELCOME,
      body: 'Complete seu perfil: nossa equipe analisa cada professor antes de mostrar o perfil na busca.',
      url: '/teacher/configurations',
    },
    {
      kind: 'teacher.approved',
      title: 'Seu perfil foi aprovado!',
      body: 'Agora você aparece na busca e os alunos podem pedir aulas com você.',
      url: '/teacher/home',
      age: 1,
      read: false,
    },
  ],
  admin: [],
};

const before = (days: number) => new Date(Date.parse(NEWEST) - days * 86_400_000).toISOString();

/** Records every user's acceptance of the terms, and fills the inboxes of accounts with a password. */
export async function putInboxes(tx: Statements, accounts: readonly DemoAccount[]): Promise<void> {
  await tx.query(
    `insert into public.user_acceptances (user_id, terms_id, accepted_at)
     select p.id, t.id, greatest(p.created_at, t.published_at) from public.user_profiles p
     join auth.users u on u.id = p.id and u.raw_app_meta_data ->> 'demo' = 'true'
     cross join public.terms_and_policies t where t.type = 'terms' and t.active`,
  );
  const rows = accounts.flatMap((account) =>
    INBOXES[account.role].map(({ age, read, ...note }) => ({
      ...note,
      id: nameUuid(`demo:notification:${account.key}:${note.kind}`),
      user_id: account.id,
      created_at: before(age),
      read_at: read ? before(age - 1) : null,
    })),
  );
  await tx.query(
    `insert into public.notifications (id, user_id, kind, title, body, url, created_at, read_at)
     select r.id, r.user_id, r.kind, r.title, r.body, r.url, r.created_at, r.read_at
     from jsonb_to_recordset($1::text::jsonb) as r (id uuid, user_id uuid, kind text, title text, body text, url text,
       created_at timestamptz, read_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}

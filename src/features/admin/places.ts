/**
 * Where each page of the administration is found: in the sidebar, on a card of the dashboard, or only from another page.
 * `places.test.ts` does not compile while a route has no place.
 */
import type { PagePath, Path } from '@/lib/paths';
import {
  BellIcon,
  FestivalIcon,
  HomeIcon,
  type IconComponent,
  PersonIcon,
  StepsIcon,
  TeachIcon,
} from '@/ui/icons';
import { HeartIcon, InfoIcon, LinkIcon, MuralIcon, PinIcon, WalletIcon } from '@/ui/more-icons';

interface AdminEntry {
  path: PagePath;
  label: string;
  icon: IconComponent;
}

interface AdminGroup {
  title: string;
  entries: readonly AdminEntry[];
}

/** The sidebar (specification 001 §2, decisions 'Admin sidebar'). */
export const ADMIN_GROUPS = [
  {
    title: 'Navegação',
    entries: [
      { path: '/admin', label: 'Dashboard', icon: HomeIcon },
      { path: '/admin/investors', label: 'Investidores', icon: WalletIcon },
      { path: '/admin/migrate-slugs', label: 'Migrar URLs', icon: LinkIcon },
    ],
  },
  {
    title: 'Gerenciamento',
    entries: [
      { path: '/admin/teachers', label: 'Professores', icon: TeachIcon },
      { path: '/admin/students', label: 'Alunos', icon: PersonIcon },
      { path: '/admin/supporters', label: 'Apoiadores', icon: HeartIcon },
      { path: '/admin/steps', label: 'Passos de Dança', icon: StepsIcon },
      { path: '/admin/blog', label: 'Blog', icon: MuralIcon },
      { path: '/admin/bulk-notifications', label: 'Notificações', icon: BellIcon },
    ],
  },
  {
    title: 'Configurações',
    entries: [
      { path: '/admin/cities', label: 'Cidades', icon: PinIcon },
      { path: '/admin/dance-styles', label: 'Estilos de Dança', icon: FestivalIcon },
      { path: '/admin/test-data', label: 'Dados de Teste', icon: InfoIcon },
    ],
  },
] as const satisfies readonly AdminGroup[];

/** The cards of the dashboard. */
export const ADMIN_CARDS = [
  { path: '/admin/invitations', title: 'Convites', text: 'Quem foi convidado a ensinar, e o que aconteceu' },
  { path: '/admin/requests', title: 'Pedidos de aula', text: 'Quem pediu a quem, e o que aconteceu' },
  { path: '/admin/evaluations', title: 'Avaliações', text: 'Notas e comentários, também escondidos' },
  { path: '/admin/leads', title: 'Indicações', text: 'Quem procurou professor, e quem foi indicado' },
  { path: '/admin/eventos', title: 'Eventos', text: 'A agenda da comunidade' },
  { path: '/admin/blog/categories', title: 'Categorias do blog', text: 'Nomes, endereços e ordem' },
  { path: '/admin/reports', title: 'Denúncias', text: 'O que as pessoas denunciaram' },
  { path: '/admin/audit', title: 'Auditoria', text: 'Quem da equipe mudou o quê' },
  { path: '/admin/settings', title: 'Configurações', text: 'Professor padrão e limites' },
] as const satisfies readonly { path: PagePath; title: string; text: string }[];

/** Pages that another page of the administration leads to. */
export const LINKED = [
  '/admin/teachers/:id',
  '/admin/students/list',
  '/admin/blog/new',
  '/admin/blog/edit/:id',
  '/admin/notifications',
] as const satisfies readonly Path[];

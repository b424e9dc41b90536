import type { PagePath } from '@/lib/paths';
import {
  BellIcon,
  FestivalIcon,
  HeartIcon,
  HomeIcon,
  type IconComponent,
  InfoIcon,
  LinkIcon,
  MuralIcon,
  PersonIcon,
  PinIcon,
  StepsIcon,
  TeachIcon,
  WalletIcon,
} from '@/ui/icons';

export interface AdminEntry {
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

import type { PagePath } from '@/lib/paths';
import { BellIcon } from '@/ui/icons/bell-icon';
import { FestivalIcon } from '@/ui/icons/festival-icon';
import { HeartIcon } from '@/ui/icons/heart-icon';
import { HomeIcon } from '@/ui/icons/home-icon';
import type { IconComponent } from '@/ui/icons/icon';
import { InfoIcon } from '@/ui/icons/info-icon';
import { LinkIcon } from '@/ui/icons/link-icon';
import { MuralIcon } from '@/ui/icons/mural-icon';
import { PersonIcon } from '@/ui/icons/person-icon';
import { PinIcon } from '@/ui/icons/pin-icon';
import { StepsIcon } from '@/ui/icons/steps-icon';
import { TeachIcon } from '@/ui/icons/teach-icon';
import { WalletIcon } from '@/ui/icons/wallet-icon';

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

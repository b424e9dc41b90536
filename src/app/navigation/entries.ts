import type { PagePath } from '@/lib/paths';
import {
  BellIcon,
  CommunityIcon,
  EnterIcon,
  FestivalIcon,
  HomeIcon,
  type IconComponent,
  JoinIcon,
  PersonIcon,
  RequestsIcon,
  SearchIcon,
  StepsIcon,
  TeachIcon,
} from '@/ui/icons';

export type Audience = 'visitor' | 'student' | 'teacher' | 'admin';

/** An entry's place on a phone; from 768 px on all of them are in the header. There is one bell on every screen. */
export type PhonePlace = 'bar' | 'header' | 'bell';

export interface NavEntry {
  path: PagePath;
  label: string;
  icon: IconComponent;
  audience: Audience;
  phone: PhonePlace;
  /** Further pages of the same place, whose paths do not begin with `path`. */
  also?: readonly PagePath[];
}

/** Every destination of the navigation, in order (specification 001 §2, decisions "Name, language"). */
export const NAV_ENTRIES = [
  { path: '/search', label: 'Encontrar Professor', icon: SearchIcon, audience: 'visitor', phone: 'bar' },
  { path: '/comunidade', label: 'Comunidade', icon: CommunityIcon, audience: 'visitor', phone: 'bar' },
  {
    path: '/cadastrar-professor',
    label: 'Seja Professor',
    icon: TeachIcon,
    audience: 'visitor',
    phone: 'bar',
  },
  {
    path: '/festivais-forro',
    label: 'Festival de Forró',
    icon: FestivalIcon,
    audience: 'visitor',
    phone: 'bar',
  },
  { path: '/login', label: 'Entrar', icon: EnterIcon, audience: 'visitor', phone: 'bar' },
  { path: '/register', label: 'Cadastrar', icon: JoinIcon, audience: 'visitor', phone: 'header' },

  { path: '/student/home', label: 'Início', icon: HomeIcon, audience: 'student', phone: 'bar' },
  { path: '/search', label: 'Buscar', icon: SearchIcon, audience: 'student', phone: 'bar' },
  { path: '/comunidade', label: 'Comunidade', icon: CommunityIcon, audience: 'student', phone: 'bar' },
  {
    path: '/student/requests',
    label: 'Pedidos',
    icon: RequestsIcon,
    audience: 'student',
    phone: 'bar',
    also: ['/student/lessons'],
  },
  {
    path: '/student/profile-enhanced',
    label: 'Perfil',
    icon: PersonIcon,
    audience: 'student',
    phone: 'bar',
    also: [
      '/student/profile',
      '/student/profile-preview',
      '/student/progresso',
      '/student/notebook',
      '/student/tips',
    ],
  },
  {
    path: '/student/notifications',
    label: 'Notificações',
    icon: BellIcon,
    audience: 'student',
    phone: 'bell',
  },

  { path: '/teacher/home', label: 'Início', icon: HomeIcon, audience: 'teacher', phone: 'bar' },
  { path: '/comunidade', label: 'Comunidade', icon: CommunityIcon, audience: 'teacher', phone: 'bar' },
  {
    path: '/teacher/requests',
    label: 'Pedidos',
    icon: RequestsIcon,
    audience: 'teacher',
    phone: 'bar',
    also: ['/teacher/lessons'],
  },
  { path: '/biblioteca-passos', label: 'Passos', icon: StepsIcon, audience: 'teacher', phone: 'bar' },
  { path: '/teacher/profile', label: 'Perfil', icon: PersonIcon, audience: 'teacher', phone: 'bar' },
  {
    path: '/teacher/notifications',
    label: 'Notificações',
    icon: BellIcon,
    audience: 'teacher',
    phone: 'bell',
  },
] as const satisfies readonly NavEntry[];

/** The target of the logo. */
export const HOME_OF = {
  visitor: '/',
  student: '/student/home',
  teacher: '/teacher/home',
  admin: '/admin',
} as const satisfies Record<Audience, PagePath>;

/** The entries of an audience, in order. */
export function entriesOf(audience: Audience): NavEntry[] {
  return NAV_ENTRIES.filter((entry) => entry.audience === audience);
}

/** The bottom bar: up to five labelled destinations. */
export function barEntries(audience: Audience): NavEntry[] {
  return entriesOf(audience).filter((entry) => entry.phone === 'bar');
}

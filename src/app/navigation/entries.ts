import { CommunityIcon } from '@/ui/icons/community-icon';
import { EnterIcon } from '@/ui/icons/enter-icon';
import { FestivalIcon } from '@/ui/icons/festival-icon';
import type { IconComponent } from '@/ui/icons/icon';
import { JoinIcon } from '@/ui/icons/join-icon';
import { SearchIcon } from '@/ui/icons/search-icon';
import { TeachIcon } from '@/ui/icons/teach-icon';

export type Audience = 'visitor' | 'student' | 'teacher' | 'admin';

/** Where an entry stands on a phone; from 768 px on all of them stand in the header. */
export type PhonePlace = 'bar' | 'header';

export interface NavEntry {
  path: string;
  label: string;
  icon: IconComponent;
  audience: Audience;
  phone: PhonePlace;
}

/**
 * Every destination of the navigation, in its order (specification 001 §2, decisions "Name, language"), whether or
 * not its page exists yet: `visibleEntries` leaves out what the route table does not know.
 */
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
] as const satisfies readonly NavEntry[];

/** Where the logo leads. */
export const HOME_OF = {
  visitor: '/',
  student: '/student/home',
  teacher: '/teacher/home',
  admin: '/admin',
} as const satisfies Record<Audience, string>;

/** The entries of an audience that lead somewhere, in order. */
export function visibleEntries(audience: Audience, pages: ReadonlySet<string>): NavEntry[] {
  return NAV_ENTRIES.filter((entry) => entry.audience === audience && pages.has(entry.path));
}

/** The bottom bar: up to five labelled destinations. */
export function barEntries(audience: Audience, pages: ReadonlySet<string>): NavEntry[] {
  return visibleEntries(audience, pages).filter((entry) => entry.phone === 'bar');
}

import { SectionLinks } from '@/ui/section-links';

const LINKS = [
  { to: '/student/profile-enhanced', label: 'Editar' },
  { to: '/student/profile', label: 'Resumo' },
  { to: '/student/profile-preview', label: 'Prévia' },
  { to: '/student/progresso', label: 'Progresso' },
  { to: '/student/notebook', label: 'Caderno' },
  { to: '/student/tips', label: 'Dicas' },
] as const;

/** Links to the pages of 'Perfil'. */
export function StudentLinks() {
  return <SectionLinks label="Sua área" links={LINKS} />;
}

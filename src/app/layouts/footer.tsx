import { useIdentity } from '@/auth/identity';
import { InstallEntry } from '@/features/install/components/install-entry';
import { Link } from '@/ui/link';
import { Logo } from '@/ui/logo';
import { ThemeChoiceField } from '@/ui/theme-choice';
import { entriesOf } from '../navigation/entries';
import classes from './footer.module.css';

/** Pages that only the footer links to. */
const MORE = [
  { path: '/aulas-particulares-de-danca', label: 'Aulas particulares' },
  { path: '/aprenda-a-dancar-com-professores-particulares', label: 'Como começar a dançar' },
  { path: '/duvidas', label: 'Dúvidas' },
  { path: '/blog', label: 'Blog' },
  { path: '/biblioteca-passos', label: 'Biblioteca de passos' },
  { path: '/campanha', label: 'Campanha' },
  { path: '/apoiadores', label: 'Apoiadores' },
  { path: '/patrocinadores', label: 'Patrocinadores' },
  { path: '/envios', label: 'Envios pendentes' },
  { path: '/economia-de-dados', label: 'Economia de dados' },
  { path: '/terms-of-use', label: 'Termos de uso' },
  { path: '/privacy-policy', label: 'Política de privacidade' },
] as const;

/** Links that a signed-in person does not need. */
const ENTRANCES: readonly string[] = ['/login', '/register'];

export function Footer() {
  const { identity } = useIdentity();
  const entries = entriesOf('visitor').filter(({ path }) => !identity || !ENTRANCES.includes(path));
  const links = [...entries, ...MORE];
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <Logo light />
          <p>
            O Danceflix aproxima quem quer dançar de professores particulares de dança em todo o Brasil. É
            grátis: a aula é combinada e paga direto com o professor, sem taxa.
          </p>
          <ThemeChoiceField onDark />
        </div>
        <nav aria-label="Rodapé">
          <ul className={classes.links}>
            <li>
              <Link to="/">Início</Link>
            </li>
            {links.map(({ path, label }) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
            <InstallEntry />
          </ul>
        </nav>
      </div>
    </footer>
  );
}

import { Suspense } from 'react';
import { useIdentity } from '@/auth/identity';
import { InstallEntry } from '@/features/install/components/install-entry';
import { env } from '@/lib/env';
import type { PagePath } from '@/lib/paths';
import { AccessibilityIcon } from '@/ui/icons';
import { drawnOptional, later } from '@/ui/later';
import { Link } from '@/ui/link';
import { Logo } from '@/ui/logo';
import { useLargeScreen } from '@/ui/use-large-screen';
import classes from './footer.module.css';

/** Not in the first bundle; its place is as high without it. */
const ThemeChoice = later(() => import('@/ui/theme-choice'));

/** Its links lead search engines on; without them the footer is complete too. */
const Areas = drawnOptional(() => import('./footer-areas'));

type Entry = readonly [path: PagePath, label: string];

const FIND: Entry = ['/search', 'Encontrar Professor'];
const QUESTIONS: Entry = ['/duvidas', 'Dúvidas'];
const BLOG: Entry = ['/blog', 'Blog'];
const CAMPAIGN: Entry = ['/campanha', 'Campanha'];

const GROUPS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'Aprender',
    [
      ['/', 'Início'],
      FIND,
      ['/aulas', 'Aulas por cidade'],
      ['/aulas-particulares-de-danca', 'Aulas particulares'],
      ['/aprenda-a-dancar-com-professores-particulares', 'Como começar a dançar'],
      ['/biblioteca-passos', 'Biblioteca de passos'],
    ],
  ],
  ['Comunidade', [['/comunidade', 'Comunidade'], ['/festivais-forro', 'Festival de Forró'], BLOG]],
  [
    'Participar',
    [
      ['/cadastrar-professor', 'Seja Professor'],
      CAMPAIGN,
      ['/apoiadores', 'Apoiadores'],
      ['/patrocinadores', 'Patrocinadores'],
    ],
  ],
  ['Conta e ajuda', [['/login', 'Entrar'], ['/register', 'Cadastrar'], QUESTIONS]],
];

/** For a person who has found the way in: everything else is in the navigation. */
const SHORT: readonly Entry[] = [FIND, QUESTIONS, BLOG, CAMPAIGN];

/** Of use to everybody, and never folded away. */
const ALWAYS: readonly Entry[] = [
  ['/seguranca', 'Segurança'],
  ['/envios', 'Envios pendentes'],
  ['/economia-de-dados', 'Economia de dados'],
  ['/terms-of-use', 'Termos de uso'],
  ['/privacy-policy', 'Política de privacidade'],
];

export function Footer() {
  const { identity } = useIdentity();
  const { name, taxId, address, email } = env.operator;
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        {identity ? null : (
          <div className={classes.about}>
            <Logo light />
            <p>
              O Danceflix aproxima quem quer dançar de professores particulares de dança. É grátis: a aula é
              combinada e paga direto com o professor, sem taxa.
            </p>
          </div>
        )}
        <div className={classes.theme}>
          <ThemeChoice onDark />
        </div>
        <nav className={classes.nav} aria-label="Rodapé">
          {identity ? null : (
            <div className={classes.groups}>
              {GROUPS.map(([title, entries]) => (
                <Group key={title} title={title} entries={entries} />
              ))}
            </div>
          )}
          {identity ? null : (
            <Suspense>
              <Areas />
            </Suspense>
          )}
          <ul className={classes.row}>
            <Links entries={identity ? [...SHORT, ...ALWAYS] : ALWAYS} />
            <li>
              <Link to="/acessibilidade" className={classes.symbol}>
                <AccessibilityIcon size={20} />
                Acessibilidade
              </Link>
            </li>
            <InstallEntry />
          </ul>
        </nav>
        <p className={classes.operator}>
          {name} · {taxId} · {address}
          <br />
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      </div>
    </footer>
  );
}

function Group({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const isLarge = useLargeScreen();
  const list = (
    <ul>
      <Links entries={entries} />
    </ul>
  );
  if (isLarge) {
    return (
      <div>
        <h2 className={classes.title}>{title}</h2>
        {list}
      </div>
    );
  }
  return (
    <details className={classes.group}>
      <summary className={classes.title}>{title}</summary>
      {list}
    </details>
  );
}

function Links({ entries }: { entries: readonly Entry[] }) {
  return entries.map(([path, label]) => (
    <li key={path}>
      <Link to={path}>{label}</Link>
    </li>
  ));
}

import type { ReactNode } from 'react';
import { LatestPosts } from '@/features/community/components/latest-posts';
import { NextEvents } from '@/features/events/components/next-events';
import { Portrait } from '@/features/teachers/cards/portrait';
import type { Href } from '@/lib/paths';
import { ChevronRightIcon, CommunityIcon, FestivalIcon, type IconComponent } from '@/ui/icons';
import { Link } from '@/ui/link';
import { CalendarIcon, MuralIcon } from '@/ui/more-icons';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import classes from './hub-page.module.css';

const BOX = { width: 44, height: 44 };

export default function CommunityPage() {
  return (
    <Page>
      <header className={classes.hero}>
        <Ribbon className={classes.ribbon} />
        <PageHeading>Comunidade</PageHeading>
        <p>A dança acontece fora da aula também: no baile, na praça, na conversa. Encontre a sua turma.</p>
      </header>
      <nav aria-label="Na comunidade">
        <ul className={classes.doors}>
          <Door to="/comunidade/eventos" icon={CalendarIcon} name="Eventos">
            Bailes, aulas abertas e festivais
          </Door>
          <Door to="/comunidade/mural" icon={MuralIcon} name="Mural">
            Recados de quem dança
          </Door>
          <Door to="/comunidade/bailudos" icon={CommunityIcon} name="Bailudos">
            Quem está na pista
          </Door>
        </ul>
      </nav>
      <div className={classes.columns}>
        <Part title="Próximos eventos" to="/comunidade/eventos" more="Ver a agenda">
          <NextEvents count={4} />
        </Part>
        <Part title="No Mural" to="/comunidade/mural" more="Abrir o Mural">
          <LatestPosts count={4} portrait={(person) => <Portrait {...person} box={BOX} />} />
        </Part>
      </div>
      <section className={classes.part} aria-labelledby="viajar">
        <h2 id="viajar">Para viajar e dançar</h2>
        <ul className={classes.doors}>
          <Door to="/festivais-forro" icon={FestivalIcon} name="Festivais de Forró">
            Dias inteiros de sanfona
          </Door>
          <Door to="/congressos-samba" icon={FestivalIcon} name="Congressos de Samba">
            Gafieira, samba rock, samba no pé
          </Door>
          <Door to="/congressos-zouk" icon={FestivalIcon} name="Congressos de Zouk">
            Oficinas de dia, festa à noite
          </Door>
        </ul>
      </section>
    </Page>
  );
}

interface DoorProps {
  to: Href;
  icon: IconComponent;
  name: string;
  children: string;
}

function Door({ to, icon: DoorIcon, name, children }: DoorProps) {
  return (
    <li>
      <Link to={to} className={classes.door}>
        <span className={classes.icon}>
          <DoorIcon size={24} />
        </span>
        <span>
          <b>{name}</b>
          <span>{children}</span>
        </span>
      </Link>
    </li>
  );
}

interface PartProps {
  title: string;
  to: Href;
  more: string;
  children: ReactNode;
}

function Part({ title, to, more, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.partHead}>
        <h2>{title}</h2>
        <Link to={to}>
          {more}
          <ChevronRightIcon size={18} />
        </Link>
      </div>
      {children}
    </section>
  );
}

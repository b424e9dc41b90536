import type { ReactNode } from 'react';
import type { Href } from '@/lib/paths';
import { siteAddress } from '@/lib/site';
import { LinkButton } from '@/ui/link-button';
import type { OwnStudent } from '../schema';
import classes from './summary.module.css';

interface PublicPageCardProps {
  student: OwnStudent;
  /** The page's path; null while it has no address. */
  path: Href | null;
  share(address: string): ReactNode;
}

/** Shows whether the student's page is public, and its address. */
export function PublicPageCard({ student, path, share }: PublicPageCardProps) {
  const address = path === null ? null : siteAddress(path);
  return (
    <section className={`${classes.card} ${classes.state}`} aria-label="Página pública">
      <h2>{student.isPublic ? 'Sua página está no ar' : 'Sua página está escondida'}</h2>
      {student.isPublic ? (
        <p>{address ?? 'O endereço aparece aqui assim que a mudança for enviada.'}</p>
      ) : (
        <p>
          Só você vê seu perfil. Mostre sua página para aparecer em Bailudos e encontrar quem dança perto.
        </p>
      )}
      <div className={classes.buttons}>
        {student.isPublic && path !== null ? (
          <>
            <LinkButton to={path} variant="outline">
              Abrir minha página
            </LinkButton>
            {address === null ? null : share(address)}
          </>
        ) : (
          <LinkButton to="/student/profile-preview" variant="outline">
            Ver a prévia
          </LinkButton>
        )}
      </div>
    </section>
  );
}

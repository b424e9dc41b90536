import { PageHead } from '@/ui/page-head';
import { areaOf } from './guards/areas';
import type { AppRoute } from './routes';

/** The head of a route, from the table. Pages that find theirs out themselves draw their own and have no title there. */
export function RouteHead({ route: { path, title, description, indexed } }: { route: AppRoute }) {
  if (title === null) return null;
  const known = path !== '*' && areaOf(path) === null && indexed !== false;
  return <PageHead title={title} description={description} path={known ? path : null} indexed={known} />;
}

import { PageHead } from '@/ui/page-head';
import { NOT_FOUND } from '../routes';
import type { RouteRow } from '../routes/row';

/** The head of a route, from the table. Pages that render their own head have no title there. */
export function RouteHead({ route }: { route: RouteRow }) {
  const { path, title, description, indexed, area } = route;
  if (title === null) return null;
  const known = route !== NOT_FOUND && area === undefined && indexed !== false;
  return <PageHead title={title} description={description} path={known ? path : null} indexed={known} />;
}

import { siteAddress } from '@/lib/site';
import { useDocumentTitle } from '@/ui/use-document-title';
import { areaOf } from './guards/areas';
import type { AppRoute } from './routes';

/** The document's title and its one address. Pages that find theirs out themselves have parameters in their path. */
export function RouteTitle({ route: { path, title } }: { route: AppRoute }) {
  useDocumentTitle(title);
  if (path === '*' || areaOf(path) !== null) return <meta name="robots" content="noindex" />;
  return path.includes(':') ? null : <link rel="canonical" href={siteAddress(path)} />;
}

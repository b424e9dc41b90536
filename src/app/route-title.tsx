import { useDocumentTitle } from '@/ui/use-document-title';

export function RouteTitle({ title }: { title: string | null }) {
  useDocumentTitle(title);
  return null;
}

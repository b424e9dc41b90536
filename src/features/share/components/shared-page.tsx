import { useSearchParams } from 'react-router-dom';
import { siteAddress } from '@/lib/site';
import { DataNavigate } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { sharedLink } from '../shared-link';

const MISSED = {
  foreign: {
    title: 'Este link não é do Danceflix',
    text: 'Aqui só abrem links do próprio Danceflix, como o da página de um professor.',
  },
  unknown: {
    title: 'Este link do Danceflix não abre',
    text: 'O endereço está incompleto ou a página não existe mais. Peça o link de novo a quem mandou.',
  },
  none: {
    title: 'Não achamos um link no que foi compartilhado',
    text: 'Compartilhe com o Danceflix o link da página de um professor, e ela abre aqui.',
  },
} as const;

/**
 * Target of the device's share sheet: opens the shared page, or says why there is none. Never leads to another site.
 */
export function SharedPage() {
  const [query] = useSearchParams();
  const link = sharedLink({ title: query.get('title'), text: query.get('text'), url: query.get('url') }, [
    siteAddress('/'),
    location.origin,
  ]);
  if (link.kind === 'ours') return <DataNavigate to={link.path} replace />;
  const { title, text } = MISSED[link.kind];
  return (
    <Page narrow>
      <Notice
        level={1}
        title={title}
        text={text}
        action={<LinkButton to="/search">Encontrar Professor</LinkButton>}
      />
    </Page>
  );
}

import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';

/** Support is asked for once there is something to support. */
export function CampaignLater({ title }: { title: string }) {
  return (
    <Notice
      title={title}
      text="A campanha abre com o primeiro professor. Até lá, não pedimos apoio."
      action={<LinkButton to="/cadastrar-professor">Dar aulas</LinkButton>}
    />
  );
}

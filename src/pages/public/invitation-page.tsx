import { useParams } from 'react-router-dom';
import { InvitationView } from '@/features/invitations/invitation-view';
import { Page } from '@/ui/page';

export default function InvitationPage() {
  const { token = '' } = useParams();
  return (
    <Page narrow>
      <InvitationView key={token} token={token} />
    </Page>
  );
}

import { useParams } from 'react-router-dom';
import { DancerBy } from '../community/dancer-by';

export default function StudentPublicProfilePage() {
  const { slugOrId = '' } = useParams();
  return <DancerBy slugOrId={slugOrId} />;
}

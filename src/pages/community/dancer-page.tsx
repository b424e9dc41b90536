import { useParams } from 'react-router-dom';
import { DancerBy } from './dancer-by';

export default function DancerPage() {
  const { id = '' } = useParams();
  return <DancerBy slugOrId={id} />;
}

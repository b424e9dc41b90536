import { useParams } from 'react-router-dom';
import { EditPost } from '@/features/admin/blog/post-edit';

export default function AdminBlogEditPage() {
  const { id = '' } = useParams();
  return <EditPost key={id} id={id} />;
}

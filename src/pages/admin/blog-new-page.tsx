import { NewPost } from '@/features/admin/blog/post-edit';

export default function AdminBlogNewPage() {
  return <NewPost />;
}

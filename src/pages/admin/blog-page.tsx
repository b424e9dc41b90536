import { PostList } from '@/features/admin/blog/post-list';

export default function AdminBlogPage() {
  return <PostList />;
}

import { CategoryList } from '@/features/admin/blog/categories';

export default function AdminBlogCategoriesPage() {
  return <CategoryList />;
}

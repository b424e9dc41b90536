import { BlogList } from '@/features/blog/components/blog-list';
import { Page } from '@/ui/page';

export default function BlogPage() {
  return (
    <Page>
      <BlogList />
    </Page>
  );
}

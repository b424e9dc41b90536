import { useParams } from 'react-router-dom';
import { ArticleView } from '@/features/blog/components/article-view';
import { Page } from '@/ui/page';

export default function BlogPostPage() {
  const { slug = '' } = useParams();
  return (
    <Page>
      <ArticleView key={slug} slug={slug} />
    </Page>
  );
}

/** Pages of the administration that show one component of the back-office each. */
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { CategoryList } from '@/features/admin/blog/categories';
import { EditPost, NewPost } from '@/features/admin/blog/post-edit';
import { PostList } from '@/features/admin/blog/post-list';
import { EventList } from '@/features/admin/content/events';
import { NameList } from '@/features/admin/content/names';
import { StepList } from '@/features/admin/content/steps';
import { Dashboard } from '@/features/admin/dashboard/dashboard';
import { InvitationList } from '@/features/admin/invitations/invitation-list';
import { EvaluationList } from '@/features/admin/lessons/evaluations';
import { LeadList } from '@/features/admin/lessons/leads';
import { RequestList } from '@/features/admin/lessons/requests';
import { StudentList, StudentRanking } from '@/features/admin/people/students';
import { Investors } from '@/features/admin/programmes/investors';
import { SupporterList } from '@/features/admin/programmes/supporter-list';
import { AuditList } from '@/features/admin/reports/audit-list';
import { ReportList } from '@/features/admin/reports/report-list';
import { MigrateSlugs } from '@/features/admin/tools/migrate-slugs';
import { Settings } from '@/features/admin/tools/settings';
import { TestData } from '@/features/admin/tools/test-data';
import type { Path } from '@/lib/paths';
import { later } from '@/ui/later';
import { AdminTeacherPage, AdminTeachersPage } from './teacher-pages';

const LinkPictures = later(() => import('./link-pictures'));

/** The pages of the administration that have no file of their own. */
type ListPath = Exclude<
  Extract<Path, '/admin' | `/admin/${string}`>,
  '/admin/login' | '/admin/bulk-notifications' | '/admin/notifications'
>;

export const PAGES = {
  '/admin': withLinkPictures(Dashboard),
  '/admin/teachers': withLinkPictures(AdminTeachersPage),
  '/admin/teachers/:id': withLinkPictures(() => <WithId of={AdminTeacherPage} />),
  '/admin/students': StudentRanking,
  '/admin/students/list': StudentList,
  '/admin/supporters': SupporterList,
  '/admin/investors': Investors,
  '/admin/migrate-slugs': MigrateSlugs,
  '/admin/eventos': withLinkPictures(EventList),
  '/admin/steps': StepList,
  '/admin/cities': () => <NameList kind="cities" />,
  '/admin/dance-styles': () => <NameList kind="dance_styles" />,
  '/admin/test-data': TestData,
  '/admin/blog': withLinkPictures(PostList),
  '/admin/blog/new': withLinkPictures(NewPost),
  '/admin/blog/edit/:id': withLinkPictures(() => <WithId of={EditPost} />),
  '/admin/blog/categories': CategoryList,
  '/admin/requests': RequestList,
  '/admin/evaluations': EvaluationList,
  '/admin/leads': LeadList,
  '/admin/invitations': InvitationList,
  '/admin/reports': ReportList,
  '/admin/audit': AuditList,
  '/admin/settings': Settings,
} as const satisfies Record<ListPath, ComponentType>;

/** Remounts for another id, so that no state of the one before is kept. */
function WithId({ of: Part }: { of: ComponentType<{ id: string }> }) {
  const { id = '' } = useParams();
  return <Part key={id} id={id} />;
}

/** The pages where the team publishes something that has a shared link. */
function withLinkPictures(Part: ComponentType): ComponentType {
  return () => (
    <>
      <Part />
      <LinkPictures />
    </>
  );
}

/** The administration's pages about teachers, with their faces and public pages. */
import { TeacherDetail } from '@/features/admin/people/teacher-detail';
import { TeacherList } from '@/features/admin/people/teacher-list';
import { Portrait } from '@/features/teachers/cards/portrait';
import { teacherOfRow } from '@/features/teachers/listing-row';
import { TeacherProfile } from '@/features/teachers/profile/teacher-profile';
import classes from './teacher-pages.module.css';

const SMALL = { width: 48, height: 48 };
const LARGE = { width: 128, height: 128 };

export function AdminTeachersPage() {
  return <TeacherList face={(person) => <Portrait {...person} box={SMALL} className={classes.small} />} />;
}

export function AdminTeacherPage({ id }: { id: string }) {
  return (
    <TeacherDetail
      id={id}
      face={(person) => <Portrait {...person} box={LARGE} className={classes.large} eager />}
      page={(row, { city, styles }) => (
        <TeacherProfile
          isPreview
          isPartial={false}
          teacher={teacherOfRow(row, { city, styles })}
          evaluations={null}
        />
      )}
    />
  );
}

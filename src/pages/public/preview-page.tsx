import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { teacherOfRow } from '@/features/teachers/listing-row';
import { TeacherProfile } from '@/features/teachers/profile/teacher-profile';
import { TeacherProfileSkeleton } from '@/features/teachers/profile/teacher-view';
import type { Teacher } from '@/features/teachers/schema';
import { callProcedure } from '@/lib/rest';
import { fieldsOf, isText, textsOf } from '@/lib/stored';
import { useAnswer } from '@/reads/use-answer';
import { Navigate } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { EyeIcon } from '@/ui/more-icons';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './preview-page.module.css';

type Preview = { state: 'shown'; teacher: Teacher } | { state: 'listed'; slug: string } | { state: 'gone' };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The page of a teacher before the team's approval, for those who were given its link. Never kept on the phone. */
export default function PreviewPage() {
  const { token = '' } = useParams();
  const isWhole = ID.test(token);
  const { status, data, retry } = useAnswer({
    key: isWhole ? token : null,
    ask: async (signal) => readPreview(await callProcedure('teacher_preview', { token }, signal)),
  });
  if (!isWhole || data?.state === 'gone') return <Gone />;
  if (data?.state === 'listed') return <Navigate to={`/teachers/${data.slug}`} replace />;
  if (status === 'failed') {
    return (
      <Page narrow>
        <Notice
          level={1}
          title="A prévia não abriu"
          text="Ela vem do servidor a cada visita. Confira a internet e tente de novo."
          action={<Button onClick={retry}>Tentar de novo</Button>}
        />
      </Page>
    );
  }
  if (!data) return <TeacherProfileSkeleton />;
  const { teacher } = data;
  return (
    <>
      <div className={classes.note}>
        <EyeIcon size={22} />
        <div>
          <PageHeading className={classes.title}>Prévia da página de {teacher.name}</PageHeading>
          <p>A equipe do Danceflix ainda não conferiu este perfil, e ele não aparece na busca.</p>
        </div>
      </div>
      <TeacherProfile isPreview isAskable={false} teacher={teacher} isPartial={false} evaluations={null} />
    </>
  );
}

/** Throws TypeError for anything else. */
function readPreview(answer: unknown): Preview {
  const { state, slug, teacher, city, styles } = fieldsOf(answer);
  if (state === 'gone') return { state };
  if (state === 'listed' && isText(slug)) return { state, slug };
  if (state !== 'shown') throw new TypeError('This is no preview');
  const names = { city: isText(city) ? city : null, styles: textsOf(styles) };
  return { state, teacher: teacherOfRow({ whatsapp: null, ...fieldsOf(teacher) }, names) };
}

function Gone() {
  return (
    <Page narrow>
      <Notice
        level={1}
        title="Esta prévia não existe mais"
        text="O link foi desfeito por quem o criou, ou está incompleto."
        action={<LinkButton to="/search">Encontrar professores</LinkButton>}
      />
    </Page>
  );
}

import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { useDocumentTitle } from '@/ui/use-document-title';
import { useTeacher } from '../queries';
import { TeacherProfile } from './teacher-profile';
import { TeacherProfileSkeleton } from './teacher-profile-skeleton';

/** One teacher by slug or id, or why there is nobody to show. */
export function TeacherView({ slugOrId }: { slugOrId: string }) {
  const query = useTeacher(slugOrId);
  useDocumentTitle(query.status === 'found' ? null : 'Professor');
  if (query.status === 'loading') return <TeacherProfileSkeleton />;
  if (query.status === 'found') return <TeacherProfile key={query.teacher.id} teacher={query.teacher} />;
  return (
    <Page narrow>
      {query.status === 'missing' ? (
        <Notice
          level={1}
          title="Este perfil não existe ou não está ativo"
          text="O endereço pode estar incompleto, ou o professor deixou de dar aulas por aqui."
          action={<LinkButton to="/search">Encontrar Professor</LinkButton>}
        />
      ) : (
        <Notice
          level={1}
          title="Você está sem internet"
          text="Este professor ainda não foi salvo aqui. Conecte-se uma vez: depois o perfil abre também sem internet."
          action={
            <LinkButton to="/search" variant="outline">
              Ver professores salvos
            </LinkButton>
          }
        />
      )}
    </Page>
  );
}

import { useIdentity } from '@/auth/identity';
import { useHasPage } from '@/ui/known-paths';
import { LinkButton } from '@/ui/link-button';
import { useOwnProfile } from '../queries';
import { ApprovalCard } from './approval-card';
import { CompletenessCard } from './completeness-card';
import { Greeting, Step } from './home';
import classes from './home.module.css';
import { OwnProfileFallback } from './own-profile-fallback';

/** Where teachers begin: whether students find them, and what would help. `pageOf` gives the public page's path. */
export function TeacherHome({ pageOf }: { pageOf(teacher: { id: string; slug: string | null }): string }) {
  const { identity } = useIdentity();
  const { profile, status } = useOwnProfile();
  const requests = useHasPage('/teacher/requests');
  return (
    <>
      <Greeting
        name={profile?.name ?? identity?.name ?? ''}
        text="Aqui você acompanha seu perfil e o que os alunos veem de você."
        actions={
          <LinkButton to="/teacher/configurations" variant="white">
            Editar meu perfil
          </LinkButton>
        }
      />
      <div className={classes.steps}>
        {profile?.teacher ? (
          <>
            <ApprovalCard
              teacher={profile.teacher}
              page={pageOf({ id: profile.id, slug: profile.teacher.slug })}
            />
            <CompletenessCard profile={profile} to="/teacher/configurations" />
          </>
        ) : (
          <OwnProfileFallback status={status} />
        )}
        {requests ? (
          <Step
            title="Pedidos de aula"
            text="Os pedidos dos alunos aparecem aqui."
            to="/teacher/requests"
            action="Ver pedidos"
          />
        ) : null}
      </div>
    </>
  );
}

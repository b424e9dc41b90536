import { approvalOf } from '@/features/account/own/approval';
import type { OwnTeacher } from '@/features/account/schema';
import { ReceivedEvaluations } from '@/features/evaluations/components/received-evaluations';
import { ReceivedQuote } from '@/features/evaluations/components/received-quote';
import { TeacherProfile } from '@/features/teachers/profile/teacher-profile';
import type { Teacher } from '@/features/teachers/schema';
import { EyeIcon, EyeOffIcon } from '@/ui/more-icons';
import classes from './teacher-pages.module.css';

const NOTES = {
  approved: 'É assim que os alunos veem você. Eles têm também o botão Pedir aula.',
  waiting: 'É assim que sua página vai ficar quando nossa equipe aprovar seu perfil.',
  paused: 'Seu perfil está pausado: ninguém vê isto até você voltar.',
  deactivated: 'Seu perfil está fora do ar: ninguém vê isto agora.',
} as const;

/** The public page, rendered from the data saved on this phone. */
export function ProfilePreview({ teacher, own }: { teacher: Teacher; own: OwnTeacher }) {
  const state = approvalOf(own);
  const Icon = state === 'approved' ? EyeIcon : EyeOffIcon;
  return (
    <>
      <p className={classes.note} data-state={state}>
        <Icon size={22} />
        <span>{NOTES[state]} O que você ainda não salvou não aparece.</span>
      </p>
      <section className={classes.frame} aria-label="Prévia da sua página">
        <TeacherProfile
          isPreview
          teacher={teacher}
          isPartial={false}
          quote={
            <ReceivedQuote
              personId={teacher.id}
              count={teacher.ratingCount}
              average={teacher.ratingAverage}
            />
          }
          evaluations={
            <ReceivedEvaluations
              personId={teacher.id}
              name={teacher.name}
              count={teacher.ratingCount}
              average={teacher.ratingAverage}
            />
          }
        />
      </section>
    </>
  );
}

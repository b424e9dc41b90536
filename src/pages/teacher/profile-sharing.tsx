import { approvalOf } from '@/features/account/own/approval';
import type { OwnTeacher } from '@/features/account/schema';
import { ShareKit } from '@/features/share/components/share-kit';
import { initialsOf } from '@/features/teachers/cards/portrait';
import { placeOf, teacherPath } from '@/features/teachers/cards/teacher-path';
import type { Teacher } from '@/features/teachers/schema';
import { siteAddress } from '@/lib/site';
import { EyeOffIcon } from '@/ui/more-icons';
import classes from './teacher-pages.module.css';

const NOTES = {
  waiting: 'Seu perfil ainda está em análise: o link só abre sua página depois da aprovação.',
  paused: 'Seu perfil está pausado: quem abrir o link não vê sua página até você voltar.',
  deactivated: 'Seu perfil está desativado: quem abrir o link não vê sua página.',
} as const;

export function ProfileSharing({ teacher, own }: { teacher: Teacher; own: OwnTeacher }) {
  const state = approvalOf(own);
  return (
    <>
      {state === 'approved' ? null : (
        <p className={classes.note} data-state={state}>
          <EyeOffIcon size={22} />
          <span>{NOTES[state]}</span>
        </p>
      )}
      <ShareKit
        facts={{
          name: teacher.name,
          initials: initialsOf(teacher.name),
          place: placeOf(teacher),
          styles: teacher.styles,
          url: siteAddress(teacherPath(teacher)),
        }}
        imagePath={teacher.imageUrl}
        fileName={`danceflix-${teacher.slug ?? 'professor'}`}
      />
    </>
  );
}

import { Link } from '@/ui/link';
import { EyeIcon, EyeOffIcon } from '@/ui/more-icons';
import classes from './student-pages.module.css';

/** The line above the preview that tells whether the profile is public. */
export function PreviewNote({ isPublic }: { isPublic: boolean }) {
  const Icon = isPublic ? EyeIcon : EyeOffIcon;
  return (
    <p className={classes.note} data-on={isPublic || undefined}>
      <Icon size={22} />
      <span>
        {isPublic
          ? 'É exatamente isto que os outros veem de você. '
          : 'Sua página está escondida: ninguém vê isto. É o que apareceria se você a mostrasse. '}
        <Link to="/student/profile-enhanced">Editar perfil</Link>
      </span>
    </p>
  );
}

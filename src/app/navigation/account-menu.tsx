import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Identity } from '@/auth/identity';
import { ROLE_LABELS } from '@/features/account/messages';
import { Portrait } from '@/features/teachers/cards/portrait';
import { PersonIcon } from '@/ui/icons';
import { Link } from '@/ui/link';
import { CalendarIcon, HeartIcon } from '@/ui/more-icons';
import { useBackCloses } from '@/ui/use-back-closes';
import classes from './account-menu.module.css';
import { SignOutButton } from './sign-out-button';

const BOX = { width: 40, height: 40 };

/** The signed-in person, the links to lessons and settings, and the sign-out: one button on every screen size. */
export function AccountMenu({ identity }: { identity: Identity }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const { pathname } = useLocation();
  const { userId, name, email, imageUrl, role } = identity;
  const leave = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  useBackCloses(open, leave);
  const leaveByEscape = useEffectEvent(leave);

  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes, the menu has done its work.
  useEffect(() => setOpen(false), [pathname]);

  useEffect(() => {
    if (!open) return undefined;
    const outside = ({ type, target }: Event) => {
      if (!(target instanceof Element) || root.current?.contains(target)) return;
      // A page that has just loaded moves the focus to its heading by itself: this must not close the menu.
      if (type === 'focusin' && target.matches('[tabindex="-1"]')) return;
      setOpen(false);
    };
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leaveByEscape();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', leaveByKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', leaveByKey);
    };
  }, [open]);

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-label="Sua conta"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <Portrait id={userId} name={name} imageUrl={imageUrl} box={BOX} className={classes.face} eager />
      </button>
      <div id={panel} className={classes.panel} hidden={!open}>
        <p className={classes.who}>
          <strong>{name}</strong>
          <span>{email}</span>
          {role ? <span className={classes.role}>{ROLE_LABELS[role]}</span> : null}
        </p>
        {role === 'student' || role === 'teacher' ? (
          <Link to={`/${role}/lessons`} className={classes.item} onClick={() => setOpen(false)}>
            <CalendarIcon size={20} />
            Aulas
          </Link>
        ) : null}
        {role === 'student' ? (
          <Link to="/student/favourites" className={classes.item} onClick={() => setOpen(false)}>
            <HeartIcon size={20} />
            Meus professores
          </Link>
        ) : null}
        {role === 'student' || role === 'teacher' ? (
          <Link to={`/${role}/configurations`} className={classes.item} onClick={() => setOpen(false)}>
            <PersonIcon size={20} />
            Configurações
          </Link>
        ) : null}
        <SignOutButton className={classes.item ?? ''} />
      </div>
    </div>
  );
}

import { Link } from './link';
import classes from './safety-link.module.css';

/** Leads to the page of emergency numbers, from where somebody may need it. */
export function SafetyLink() {
  return (
    <Link to="/seguranca" className={classes.link}>
      Segurança e números de emergência
    </Link>
  );
}

import { Link } from '@/ui/link';
import { OwnAlerts } from './alert-list';
import classes from './alerts.module.css';

/** The person's alerts, where notifications are set. */
export default function AlertSettings() {
  return (
    <OwnAlerts
      level={2}
      empty={
        <p className={classes.text}>
          Procure um estilo numa cidade e toque em Avise-me: contamos quando houver professor.{' '}
          <Link to="/search">Procurar</Link>
        </p>
      }
    />
  );
}

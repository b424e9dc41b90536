import { useStore } from 'zustand';
import { installState, wantInstall } from '../state';
import classes from './install-entry.module.css';

/** The permanent entry for installing, until the app is installed: a line among links. */
export function InstallEntry() {
  const installed = useStore(installState, (state) => state.installed);
  if (installed) return null;
  return (
    <li>
      <button type="button" className={classes.line} onClick={wantInstall}>
        Instalar o app
      </button>
    </li>
  );
}

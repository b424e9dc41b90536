import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { InstallIcon } from '@/ui/icons';
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

/** The same entry as a card. */
export function InstallCard() {
  const installed = useStore(installState, (state) => state.installed);
  if (installed) return null;
  return (
    <section className={classes.card} aria-labelledby="instalar-titulo">
      <h2 id="instalar-titulo">Aplicativo</h2>
      <p>Com o Danceflix na tela inicial ele abre com um toque, também sem internet.</p>
      <div>
        <Button variant="outline" leftSection={<InstallIcon size={20} />} onClick={wantInstall}>
          Instalar o app
        </Button>
      </div>
    </section>
  );
}

import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { InstallIcon } from '@/ui/more-icons';
import { installState, wantInstall } from '../state';
import classes from './install-card.module.css';

/** The permanent entry for installing, as a card. */
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

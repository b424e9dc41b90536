import { useStore } from 'zustand';
import { installState } from '../state';
import { Invitation } from './invitation';
import { WantedDialog } from './wanted-dialog';

/** Shows the invitation at the right moment, or the steps that the user asked for. */
export default function Installer() {
  const shown = useStore(installState, (state) => state.shown);
  if (shown === 'invitation') return <Invitation />;
  return shown === 'wanted' ? <WantedDialog /> : null;
}

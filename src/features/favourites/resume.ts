/**
 * Stores the favourite that a visitor asked for, as soon as a student has signed in, and changes that a closed page left
 * in local storage.
 */
import { identityStore, presentIdentity } from '@/auth/identity';
import { showToast } from '@/ui/toast';
import { resumeChanges, setFavourite } from './actions';
import { takeVisitorFavourite } from './visitor-favourite';

/** Must be called once. */
export function resumeFavourites(): void {
  const begin = () => {
    void storeVisitorFavourite();
    void resumeChanges();
  };
  identityStore.subscribe(begin);
  begin();
}

async function storeVisitorFavourite(): Promise<void> {
  const identity = presentIdentity();
  if (identity?.state !== 'active') return;
  const favourite = takeVisitorFavourite(Date.now());
  if (!favourite) return;
  if (identity.role !== 'student') {
    void showToast({ title: 'Só alunos guardam professores', id: 'favourite' });
    return;
  }
  if (!(await setFavourite(favourite.teacherId, true))) return;
  await showToast({ title: `${favourite.name} está em Meus professores`, id: 'favourite' });
}

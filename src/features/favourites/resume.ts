/**
 * Stores the favourite that a visitor asked for, as soon as a student has signed in, and taps that a closed page left
 * in local storage.
 */
import { identityStore, presentIdentity } from '@/auth/identity';
import { showToast } from '@/ui/toast';
import { resumeTaps, setFavourite } from './actions';
import { takeWish } from './wish';

/** Must be called once. */
export function resumeFavourites(): void {
  const begin = () => {
    void storeKeptWish();
    void resumeTaps();
  };
  identityStore.subscribe(begin);
  begin();
}

async function storeKeptWish(): Promise<void> {
  const identity = presentIdentity();
  if (identity?.state !== 'active') return;
  const wish = takeWish(Date.now());
  if (!wish) return;
  if (identity.role !== 'student') {
    void showToast({ title: 'Só alunos guardam professores', id: 'favourite' });
    return;
  }
  if (!(await setFavourite(wish.teacherId, true))) return;
  await showToast({ title: `${wish.name} está em Meus professores`, id: 'favourite' });
}

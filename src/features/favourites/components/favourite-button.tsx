import { Button } from '@mantine/core';
import { HeartIcon } from '@/ui/more-icons';
import { useFavourites, useMayFavour } from '../queries';
import classes from './heart.module.css';
import { useFavouriteToggle } from './use-favourite-toggle';

export function FavouriteButton({ id, name }: { id: string; name: string }) {
  const who = useMayFavour();
  const { ids, saving } = useFavourites().data;
  const toggle = useFavouriteToggle(who ?? 'visitor');
  if (who === null) return null;
  const pressed = ids.includes(id);
  const isSaving = saving.has(id);
  return (
    <Button
      variant="subtle"
      className={`${pressed ? classes.full : ''} ${isSaving ? classes.saving : ''}`}
      leftSection={<HeartIcon size={22} />}
      aria-pressed={pressed}
      aria-busy={isSaving || undefined}
      aria-label={`Salvar ${name} em Meus professores`}
      onClick={() => toggle({ id, name }, !pressed)}
    >
      {isSaving && pressed ? 'Salvando…' : pressed ? 'Salvo' : 'Salvar'}
    </Button>
  );
}

import { VisuallyHidden } from '@/ui/visually-hidden';
import classes from './style-tags.module.css';

/** How many styles a card names before '+N' (specification 001 §9). */
export const STYLES_ON_CARD = 3;

interface StyleTagsProps {
  styles: string[];
  isGroup: boolean;
  /** Name at most this many styles. */
  limit?: number;
  size?: 'small' | 'large';
}

export function StyleTags({ styles, isGroup, limit = styles.length, size = 'small' }: StyleTagsProps) {
  const shown = styles.slice(0, limit);
  const more = styles.length - shown.length;
  if (styles.length === 0 && !isGroup) return null;
  return (
    <ul className={classes.tags} data-size={size} aria-label="Estilos e modalidades">
      {shown.map((style, place) => (
        // By place: other styles fill the same elements, for a key in the search has to wait for new ones.
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no state that could come to another one's name.
        <li key={place} className={classes.tag}>
          {style}
        </li>
      ))}
      {more > 0 ? (
        <li className={classes.tag} data-kind="more">
          <span aria-hidden="true">+{more}</span>
          <VisuallyHidden>e mais {more === 1 ? 'um estilo' : `${more} estilos`}</VisuallyHidden>
        </li>
      ) : null}
      {isGroup ? (
        <li className={classes.tag} data-kind="group">
          Aulas em Grupo
        </li>
      ) : null}
    </ul>
  );
}

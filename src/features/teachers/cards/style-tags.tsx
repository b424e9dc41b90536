import { VisuallyHidden } from '@/ui/visually-hidden';
import classes from './style-tags.module.css';

/** Number of styles on a card before '+N' (specification 001 §9). */
export const STYLES_ON_CARD = 3;

interface StyleTagsProps {
  styles: string[];
  isGroup: boolean;
  /** Maximum number of styles. */
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
        // Keyed by position, so that other styles reuse the elements: creating new ones delays keystrokes in the
        // search.
        // biome-ignore lint/suspicious/noArrayIndexKey: the elements have no state that could end up at another style.
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

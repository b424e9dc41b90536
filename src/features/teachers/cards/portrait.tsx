import type { ImageBox } from '@/lib/images';
import { textHash } from '@/lib/text-hash';
import { useAfterPaint } from '@/ui/use-after-paint';
import { useLowData } from '@/ui/use-low-data';
import { usePictureSource } from '@/ui/use-picture-source';
import classes from './portrait.module.css';

interface PortraitProps {
  id: string;
  name: string;
  imageUrl: string | null;
  box: ImageBox;
  className?: string | undefined;
  /** Disables lazy loading, for a picture at the top of the page. */
  eager?: boolean;
}

/**
 * A person's picture. Shows initials on the person's own gradient without a picture, when it cannot be loaded
 * (offline), or to save data.
 */
export function Portrait({ id, name, imageUrl: path, box, className, eager = false }: PortraitProps) {
  const low = useLowData();
  // Adds the picture after the paint, so that a keystroke in the search does not wait for elements and requests.
  const settled = useAfterPaint(path);
  const { source, onError } = usePictureSource(path, box);
  return (
    <span
      className={`${classes.portrait} ${className ?? ''}`}
      data-gradient={gradientOf(id)}
      data-portrait={id}
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
      {path && path === settled && source && (!low || isHere(path)) ? (
        <img
          // A new element for a new picture: the same element would show the old one until the new one has loaded.
          key={path}
          className={classes.picture}
          {...source}
          width={box.width}
          height={box.height}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          crossOrigin="anonymous"
          onError={onError}
        />
      ) : null}
    </span>
  );
}

/** A picture just chosen on this device costs no data. */
function isHere(path: string): boolean {
  return path.startsWith('blob:') || path.startsWith('data:');
}

const PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/** Number of gradients in portrait.module.css. */
export const GRADIENTS = 6;

/** 'MC' for 'Marina Couto', 'A' for 'Álvaro': first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !PARTICLES.has(word.toLowerCase()));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase('pt-BR') ?? '').join('');
}

/** The gradient of an id: always the same, evenly distributed. */
export function gradientOf(id: string): number {
  return textHash(id) % GRADIENTS;
}

import type { ImageBox } from '@/lib/images';
import { useAfterPaint } from '@/ui/use-after-paint';
import { useLowData } from '@/ui/use-low-data';
import { usePictureSource } from '@/ui/use-picture-source';
import { gradientOf, initialsOf } from './initials';
import classes from './portrait.module.css';

interface PortraitProps {
  id: string;
  name: string;
  imageUrl: string | null;
  box: ImageBox;
  className?: string | undefined;
  /** The first thing on the page is not loaded lazily. */
  eager?: boolean;
}

/**
 * A person's picture; their initials on a gradient of their own without one, when it cannot be loaded (offline), or to
 * spare data.
 */
export function Portrait({ id, name, imageUrl: path, box, className, eager = false }: PortraitProps) {
  const low = useLowData();
  // A picture is an element to make and a file to ask for: a key in the search does not wait for it.
  const settled = useAfterPaint(path);
  const { source, onError } = usePictureSource(path, box);
  return (
    <span className={`${classes.portrait} ${className ?? ''}`} data-gradient={gradientOf(id)}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      {path && path === settled && source && (!low || isHere(path)) ? (
        <img
          // Another person's picture is another element: the old one would stay until the new one has arrived.
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

/** Just chosen on this phone: it costs no data. */
function isHere(path: string): boolean {
  return path.startsWith('blob:') || path.startsWith('data:');
}

import type { RefObject } from 'react';
import classes from './skip-link.module.css';

/** The first stop of the Tab key: skips header and navigation. */
export function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads within the page, which is what links are for.
    <a
      className={classes.skip}
      href="#conteudo"
      onClick={(event) => {
        // A hash would add a history entry, which the router treats as a navigation.
        event.preventDefault();
        main.current?.focus();
      }}
    >
      Pular para o conteúdo
    </a>
  );
}

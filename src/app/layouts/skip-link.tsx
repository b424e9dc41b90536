import type { RefObject } from 'react';
import classes from './skip-link.module.css';

/** The first stop of the Tab key: past header and navigation, into the page. */
export function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads within the page, which is what links are for.
    <a
      className={classes.skip}
      href="#conteudo"
      onClick={(event) => {
        // A hash would be a history entry of its own, which the router takes for a navigation.
        event.preventDefault();
        main.current?.focus();
      }}
    >
      Pular para o conteúdo
    </a>
  );
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '@/ui/link';
import { useNavigate } from '@/ui/navigate';
import type { FaqEntry } from '../entries';
import classes from './faq-list.module.css';

interface FaqListProps {
  entries: readonly FaqEntry[];
  /** Heading level of the questions. */
  level: 2 | 3;
  /** Follows and writes the URL fragment: '#slug' opens that entry. */
  linked?: boolean;
}

/**
 * Questions that open. The native details element opens without scripts too, and when a fragment or the browser's find
 * leads into a closed answer.
 */
export function FaqList({ entries, level, linked = false }: FaqListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { hash, key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is followed again
  useEffect(() => {
    if (!linked || hash === '') return;
    const entry = list.current?.querySelector<HTMLDetailsElement>(
      `details[data-slug="${CSS.escape(hash.slice(1))}"]`,
    );
    if (!entry || entry.open) return;
    entry.open = true;
    entry.scrollIntoView({ block: 'start' });
  }, [hash, key, linked]);

  return (
    <ul ref={list} className={classes.list}>
      {entries.map((entry) => (
        <li key={entry.slug}>
          <Entry entry={entry} level={level} linked={linked} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry, level, linked }: { entry: FaqEntry; level: 2 | 3; linked: boolean }) {
  const { slug, question, answer } = entry;
  const navigate = useNavigate();
  const { hash } = useLocation();
  const Heading = level === 2 ? 'h2' : 'h3';
  const opened = () => {
    if (hash !== `#${slug}`) void navigate({ hash: slug }, { replace: true, preventScrollReset: true });
  };
  return (
    <details
      className={classes.entry}
      data-slug={slug}
      onToggle={linked ? (event) => event.currentTarget.open && opened() : undefined}
    >
      <summary className={classes.question}>
        <Heading className={classes.heading}>{question}</Heading>
        <svg
          className={classes.mark}
          viewBox="0 0 24 24"
          width="1.375rem"
          height="1.375rem"
          aria-hidden="true"
        >
          <path d="M6 9l6 6 6-6" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        </svg>
      </summary>
      <div id={linked ? slug : undefined} className={classes.answer}>
        <p>
          <Answer text={answer} />
        </p>
        {linked ? (
          <Link to={`/duvidas#${slug}`} className={classes.link} aria-label={`Link para: ${question}`}>
            Link para esta resposta
          </Link>
        ) : null}
      </div>
    </details>
  );
}

/** The form that answers call by its button's name. */
const MATCH = '“Encontrar Professor”';

/** The words of an answer; the name of the form that recommends a teacher leads there. */
function Answer({ text }: { text: string }) {
  const [before = '', after] = text.split(MATCH);
  if (after === undefined) return text;
  return (
    <>
      {before}“<Link to="/encontrar-professor">Encontrar Professor</Link>”{after}
    </>
  );
}

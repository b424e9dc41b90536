/**
 * Renders a ProseMirror document as React elements, from a list of allowed nodes. Other nodes are not rendered, and
 * HTML is never parsed, so a document can only become the elements in this file.
 */

import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { DataLink } from '@/ui/link';
import { useLowData } from '../use-low-data';
import { usePictureSource } from '../use-picture-source';
import classes from './rich-text.module.css';
import { isOwnPicture, isSafeLink } from './rules';

/** The same nesting limit as the database's; deeper nodes are not rendered. */
const DEPTH = 12;
/** The width of an article's column, 16:9. */
const PICTURE_BOX = { width: 720, height: 405 };

type Fields = Record<string, unknown>;

export function RichText({ document }: { document: unknown }) {
  const { type } = fields(document);
  return <div className={classes.text}>{type === 'doc' ? blocks(document, 0) : null}</div>;
}

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The children of a node, keyed by index, since a document is never changed in part. */
function draw(parent: unknown, one: (node: Fields) => ReactNode): ReactNode[] {
  return list(fields(parent).content).map((node, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes have no other name
    <Fragment key={place}>{one(fields(node))}</Fragment>
  ));
}

function blocks(parent: unknown, depth: number): ReactNode[] {
  return depth > DEPTH ? [] : draw(parent, (node) => block(node, depth));
}

function block(node: Fields, depth: number): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{inline(node)}</p>;
    case 'heading':
      return fields(node.attrs).level === 3 ? <h3>{inline(node)}</h3> : <h2>{inline(node)}</h2>;
    case 'bulletList':
      return <ul>{items(node, depth + 1)}</ul>;
    case 'orderedList':
      return <ol>{items(node, depth + 1)}</ol>;
    case 'blockquote':
      return <blockquote>{blocks(node, depth + 1)}</blockquote>;
    case 'horizontalRule':
      return <hr />;
    case 'image':
      return picture(fields(node.attrs));
    default:
      return null;
  }
}

function items(node: Fields, depth: number): ReactNode[] {
  return draw(node, (item) => (item.type === 'listItem' ? <li>{blocks(item, depth)}</li> : null));
}

function inline(parent: Fields): ReactNode[] {
  return draw(parent, (node) => {
    if (node.type === 'hardBreak') return <br />;
    if (node.type !== 'text' || typeof node.text !== 'string') return null;
    const marks = list(node.marks).map(fields);
    let text: ReactNode = node.text;
    if (marks.some(({ type }) => type === 'italic')) text = <em>{text}</em>;
    if (marks.some(({ type }) => type === 'bold')) text = <strong>{text}</strong>;
    // At most one link: links cannot be nested.
    const link = marks.find(({ type }) => type === 'link');
    return link ? linked(text, fields(link.attrs).href) : text;
  });
}

function linked(text: ReactNode, href: unknown): ReactNode {
  if (!isSafeLink(href)) return text;
  if (href.startsWith('/')) return <DataLink to={href}>{text}</DataLink>;
  if (!href.startsWith('https:')) return <a href={href}>{text}</a>;
  return (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  );
}

function picture({ src, alt }: Fields): ReactNode {
  return isOwnPicture(src) ? <Picture src={src} alt={typeof alt === 'string' ? alt : ''} /> : null;
}

function Picture({ src, alt }: { src: string; alt: string }) {
  const low = useLowData();
  const [wanted, setWanted] = useState(false);
  const { source, onError } = usePictureSource(src, PICTURE_BOX);
  if (low && !wanted) return <PictureOffer alt={alt} onAccept={() => setWanted(true)} />;
  return (
    <img
      {...source}
      {...PICTURE_BOX}
      alt={alt}
      data-wanted={wanted || undefined}
      loading="lazy"
      decoding="async"
      crossOrigin="anonymous"
      onError={onError}
    />
  );
}

/** Replaces a picture that is left out to save data: its description, and a button that loads it. */
export function PictureOffer({ alt, onAccept }: { alt: string; onAccept(): void }) {
  return (
    <div className={classes.offer}>
      {alt === '' ? null : <p>{alt}</p>}
      <Button variant="outline" aria-label={`Ver a foto${alt === '' ? '' : `: ${alt}`}`} onClick={onAccept}>
        Ver a foto
      </Button>
    </div>
  );
}

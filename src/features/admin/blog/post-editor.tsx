import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { freshId } from '@/lib/browser/random';
import { momentOf } from '@/lib/dates';
import { serverNow } from '@/lib/server-clock';
import { slugOf } from '@/lib/slug';
import { useForm } from '@/lib/use-form';
import { useNavigate } from '@/ui/navigate';
import { RichText } from '@/ui/rich-text/rich-text';
import { AdminPage } from '../core/admin-page';
import core from '../core/core.module.css';
import { momentText } from '../core/labels';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { ConflictDialog } from './conflict-dialog';
import { forgetDraft, keepDraft, type PostValues, readDraft } from './draft';
import classes from './editor.module.css';
import { addPost, changePost, postErrors, type SavedPost } from './post';
import { PostFields } from './post-fields';
import { PostState } from './post-state';

/** The editor is the heaviest thing in the product. */
const RichEditor = lazy(() => import('./rich-editor'));

/** Milliseconds between typing and its copy on this device. */
const PAUSE = 400;

interface PostEditorProps {
  /** Null for a new article. */
  id: string | null;
  initial: PostValues;
  /** When what it begins with had been saved; null for a new article. */
  base: string | null;
}

/** Writes an article. What is typed is kept on this device until it is saved. */
export function PostEditor({ id: savedId, initial, base: firstBase }: PostEditorProps) {
  const key = savedId ?? 'new';
  const [kept] = useState(() => readDraft(key));
  const [id] = useState(() => savedId ?? kept?.id ?? freshId());
  /** When the version that is written on had been saved: of a draft, what it began with, not what came since. */
  const [base, setBase] = useState(kept?.base ?? firstBase);
  /** A version that another person saved meanwhile; `seen`: it is shown, read-only. */
  const [theirs, setTheirs] = useState<{ saved: SavedPost; seen: boolean } | null>(null);
  /** The version that visitors may read. */
  const [onServer, setOnServer] = useState(initial);
  const copy = useRef(freshId());
  const [restored, setRestored] = useState(kept !== null);
  const [dirty, setDirty] = useState(kept !== null);
  const [isKept, setIsKept] = useState(true);
  const [preview, setPreview] = useState(false);
  /** Changes where the editor has to begin anew. */
  const [round, setRound] = useState(0);
  const writing = useWriting();
  const navigate = useNavigate();
  const saved = useRef(false);

  const { form, values, errors, change, reset, sendWith } = useForm<PostValues, string, HTMLDivElement>({
    start: () => kept?.values ?? initial,
    isChanged: () => dirty,
    check: postErrors,
    send: save,
  });

  useEffect(() => {
    if (!dirty) return undefined;
    const write = () => {
      if (!saved.current) setIsKept(keepDraft(key, { id, values, base, at: Date.now() }));
    };
    const timer = setTimeout(write, PAUSE);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [dirty, key, id, values, base]);

  const type = (changes: Partial<PostValues>) => {
    saved.current = false;
    setDirty(true);
    change(changes);
  };

  async function save(wanted: PostValues): Promise<{ sent: boolean }> {
    const isPublished = wanted.status === 'published';
    const isScheduled = isPublished && wanted.published_at !== '' && isAhead(wanted.published_at);
    const title = isScheduled ? 'Artigo agendado' : isPublished ? 'Artigo publicado' : 'Rascunho salvo';
    const outcome = await writing.run(
      () => (base === null ? addPost(id, wanted) : changePost(id, wanted, base)),
      { title: ({ kind }) => (kind === 'theirs' ? null : title) },
    );
    if (!outcome) return { sent: false };
    if (outcome.value.kind === 'theirs') {
      setTheirs({ saved: outcome.value.saved, seen: false });
      return { sent: false };
    }
    setBase(outcome.value.updatedAt);
    setOnServer({ ...wanted, slug: wanted.slug.trim() || slugOf(wanted.title, 80) });
    change({ status: wanted.status });
    settle();
    if (savedId === null) await navigate(`/admin/blog/edit/${id}`, { replace: true });
    return { sent: true };
  }

  /** Called once the typed text is saved or discarded. */
  const settle = () => {
    saved.current = true;
    forgetDraft(key);
    setDirty(false);
    setRestored(false);
    setTheirs(null);
  };

  const keepAsDraft = async () => {
    const slug = `${(values.slug || slugOf(values.title, 80)).slice(0, 60)}-rascunho-${copy.current.slice(0, 6)}`;
    const outcome = await writing.run(() => addPost(copy.current, { ...values, slug, status: 'draft' }), {
      title: 'Seu texto foi salvo como rascunho',
    });
    if (!outcome) return;
    settle();
    await navigate(`/admin/blog/edit/${copy.current}`);
  };

  const takeTheirs = ({ values: saved, updatedAt }: SavedPost) => {
    settle();
    setBase(updatedAt);
    setOnServer(saved);
    reset(saved);
    setRound((now) => now + 1);
  };

  const discard = () => {
    settle();
    setBase(firstBase);
    reset(initial);
    setRound((now) => now + 1);
  };

  return (
    <AdminPage
      title={savedId === null ? 'Novo artigo' : 'Editar artigo'}
      actions={
        <>
          <Button variant="outline" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {preview ? 'Continuar escrevendo' : 'Ver prévia'}
          </Button>
          <WriteButton writing={writing} variant="outline" onClick={() => sendWith({ status: 'draft' })}>
            Salvar rascunho
          </WriteButton>
          <WriteButton writing={writing} onClick={() => sendWith({ status: 'published' })}>
            {values.published_at !== '' && isAhead(values.published_at) ? 'Agendar' : 'Publicar'}
          </WriteButton>
        </>
      }
    >
      {restored && kept ? (
        <div className={core.kept} role="status">
          <span>
            Este texto estava neste aparelho desde {momentOf(kept.at)} e ainda não foi salvo.{' '}
            <button type="button" className={core.plain} onClick={discard}>
              Descartar e voltar ao que está salvo
            </button>
          </span>
        </div>
      ) : null}
      {savedId === null ? null : <PostState saved={onServer} now={serverNow()} />}
      <p role="status" className={classes.state}>
        {stateText(dirty, isKept, writing.blocked)}
      </p>
      {theirs?.seen ? (
        <section className={core.card} aria-label="Versão salva por outra pessoa">
          <div className={core.kept} role="status">
            Esta é a versão salva em {momentText(theirs.saved.updatedAt)}. O seu texto continua neste
            aparelho.
          </div>
          <Article values={theirs.saved.values} />
          <div className={core.actions}>
            <Button variant="outline" onClick={() => setTheirs(null)}>
              Voltar ao meu texto
            </Button>
            <Button variant="subtle" onClick={() => takeTheirs(theirs.saved)}>
              Descartar o meu e ficar com esta
            </Button>
          </div>
        </section>
      ) : null}
      {preview ? <Article values={values} /> : null}
      <div ref={form} hidden={preview || theirs?.seen === true} className={classes.fields}>
        <PostFields values={values} errors={errors} onChange={type} />
        <Suspense
          fallback={
            <div className={classes.waiting} role="status" aria-busy="true">
              Carregando o editor…
            </div>
          }
        >
          <RichEditor
            key={round}
            label="Texto do artigo"
            body={values.body}
            blocked={writing.blocked}
            onChange={(body) => type({ body })}
          />
        </Suspense>
      </div>
      {theirs && !theirs.seen ? (
        <ConflictDialog
          savedAt={theirs.saved.updatedAt}
          writing={writing}
          onKeepMine={() => void keepAsDraft()}
          onSeeTheirs={() => setTheirs({ ...theirs, seen: true })}
          onClose={() => setTheirs(null)}
        />
      ) : null}
    </AdminPage>
  );
}

function Article({ values: { title, excerpt, body } }: { values: PostValues }) {
  return (
    <article className={classes.preview}>
      <h2>{title || 'Sem título'}</h2>
      <p className={core.muted}>{excerpt}</p>
      <RichText document={body} />
    </article>
  );
}

function isAhead(field: string): boolean {
  return Date.parse(`${field}:00-03:00`) > serverNow();
}

function stateText(dirty: boolean, isKept: boolean, blocked: string | null): string {
  if (!dirty) return '';
  const kept = isKept
    ? 'Há mudanças que só estão neste aparelho.'
    : 'O navegador não está guardando este texto: salve antes de sair desta página.';
  return blocked ? `${kept} ${blocked}` : kept;
}

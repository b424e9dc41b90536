import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { holdBusy } from '@/lib/busy';
import { momentOf } from '@/lib/dates';
import { RichText } from '@/ui/rich-text/rich-text';
import { AdminPage } from '../core/admin-page';
import core from '../core/core.module.css';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { forgetDraft, keepDraft, type PostValues, readDraft } from './draft';
import classes from './editor.module.css';
import { type PostErrors, postErrors, savePost } from './post';
import { PostFields } from './post-fields';

/** The editor is the heaviest thing in the product. */
const RichEditor = lazy(() => import('./rich-editor'));

/** Milliseconds between typing and its copy on this device. */
const PAUSE = 400;

interface PostEditorProps {
  /** Null for a new article. */
  id: string | null;
  initial: PostValues;
}

/** Writes an article. What is typed is kept on this device until it is saved. */
export function PostEditor({ id: savedId, initial }: PostEditorProps) {
  const key = savedId ?? 'new';
  const [kept] = useState(() => readDraft(key));
  const [id] = useState(() => savedId ?? kept?.id ?? crypto.randomUUID());
  const [values, setValues] = useState(kept?.values ?? initial);
  const [restored, setRestored] = useState(kept !== null);
  const [dirty, setDirty] = useState(kept !== null);
  const [isKept, setIsKept] = useState(true);
  const [errors, setErrors] = useState<PostErrors>({});
  const [preview, setPreview] = useState(false);
  /** Changes where the editor has to begin anew. */
  const [round, setRound] = useState(0);
  const writing = useWriting();
  const navigate = useNavigate();
  const saved = useRef(false);

  useEffect(() => (dirty ? holdBusy() : undefined), [dirty]);
  useEffect(() => {
    if (!dirty) return undefined;
    const write = () => {
      if (!saved.current) setIsKept(keepDraft(key, { id, values, at: Date.now() }));
    };
    const timer = setTimeout(write, PAUSE);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [dirty, key, id, values]);

  const change = (changes: Partial<PostValues>) => {
    saved.current = false;
    setDirty(true);
    setValues((before) => ({ ...before, ...changes }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))),
    );
  };

  const save = async (status: PostValues['status']) => {
    const found = postErrors(values);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
      return;
    }
    const title = status === 'draft' ? 'Rascunho salvo' : 'Artigo publicado';
    const scheduled = status === 'published' && values.published_at !== '' && isAhead(values.published_at);
    const outcome = await writing.run(() => savePost(id, { ...values, status }, savedId === null), {
      title: scheduled ? 'Artigo agendado' : title,
    });
    if (!outcome) return;
    saved.current = true;
    forgetDraft(key);
    setDirty(false);
    setRestored(false);
    setValues((before) => ({ ...before, status }));
    if (savedId === null) await navigate(`/admin/blog/edit/${id}`, { replace: true });
  };

  const discard = () => {
    saved.current = true;
    forgetDraft(key);
    setValues(initial);
    setDirty(false);
    setRestored(false);
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
          <WriteButton writing={writing} variant="outline" onClick={() => void save('draft')}>
            Salvar rascunho
          </WriteButton>
          <WriteButton writing={writing} onClick={() => void save('published')}>
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
      <p role="status" className={classes.state}>
        {stateText(dirty, isKept, writing.blocked)}
      </p>
      {preview ? (
        <article className={classes.preview}>
          <h2>{values.title || 'Sem título'}</h2>
          <p className={core.muted}>{values.excerpt}</p>
          <RichText document={values.body} />
        </article>
      ) : null}
      <div hidden={preview} className={classes.fields}>
        <PostFields values={values} errors={errors} onChange={change} />
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
            onChange={(body) => change({ body })}
          />
        </Suspense>
      </div>
    </AdminPage>
  );
}

function isAhead(field: string): boolean {
  return Date.parse(`${field}:00-03:00`) > Date.now();
}

function stateText(dirty: boolean, isKept: boolean, blocked: string | null): string {
  if (!dirty) return '';
  const kept = isKept
    ? 'Há mudanças que só estão neste aparelho.'
    : 'O navegador não está guardando este texto: salve antes de sair desta página.';
  return blocked ? `${kept} ${blocked}` : kept;
}

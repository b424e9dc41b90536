import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/Typography.css';
import '@mantine/tiptap/styles.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState } from 'react';
import { isSafeLink } from '@/ui/rich-text/rules';
import { useBackCloses } from '@/ui/use-back-closes';
import classes from './editor.module.css';
import { PictureDialog } from './picture-dialog';
import { PictureNode } from './picture-node';

interface RichEditorProps {
  label: string;
  /** The initial document; later values are ignored, because the editor holds its own state. */
  body: unknown;
  blocked: string | null;
  onChange(body: unknown): void;
}

/** Exactly the elements that the blog's rich text may contain (supabase/migrations/…_blog.sql). */
const STARTER = StarterKit.configure({
  heading: { levels: [2, 3] },
  code: false,
  codeBlock: false,
  strike: false,
  underline: false,
  link: {
    openOnClick: false,
    autolink: false,
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address) => isSafeLink(address),
  },
});

const LABELS = {
  boldControlLabel: 'Negrito',
  italicControlLabel: 'Itálico',
  h2ControlLabel: 'Título de seção',
  h3ControlLabel: 'Subtítulo de seção',
  bulletListControlLabel: 'Lista',
  orderedListControlLabel: 'Lista numerada',
  blockquoteControlLabel: 'Citação',
  hrControlLabel: 'Linha divisória',
  linkControlLabel: 'Colocar link',
  unlinkControlLabel: 'Tirar link',
  undoControlLabel: 'Desfazer',
  redoControlLabel: 'Refazer',
  linkEditorInputLabel: 'Endereço',
  linkEditorInputPlaceholder: 'https://exemplo.com',
  linkEditorExternalLink: 'Abrir em nova aba',
  linkEditorInternalLink: 'Abrir na mesma aba',
  linkEditorSave: 'Salvar link',
};

/** The editor of an article's text. A heavy module, loaded only on the page that writes articles. */
export default function RichEditor({ label, body, blocked, onChange }: RichEditorProps) {
  const [picking, setPicking] = useState(false);
  const changed = useRef(onChange);
  changed.current = onChange;
  const id = useId();
  const editor = useEditor({
    extensions: [STARTER, PictureNode],
    content: isDocument(body) ? body : null,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id, translate: 'no' },
    },
    onUpdate: ({ editor: now }) => changed.current(now.getJSON()),
  });
  useEffect(() => () => editor?.destroy(), [editor]);
  const [linking, setLinking] = useState(false);
  useBackCloses(linking, pressEscape);

  return (
    <div className={classes.editor}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <RichTextEditor editor={editor} labels={LABELS}>
        <RichTextEditor.Toolbar className={classes.toolbar ?? ''}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
            <RichTextEditor.Hr />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link
              popoverProps={{ onOpen: () => setLinking(true), onClose: () => setLinking(false) }}
            />
            <RichTextEditor.Unlink />
            <RichTextEditor.Control
              className={classes.picture ?? ''}
              disabled={blocked !== null}
              title={blocked ?? undefined}
              onClick={() => setPicking(true)}
            >
              Imagem
            </RichTextEditor.Control>
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content className={classes.content ?? ''} />
      </RichTextEditor>
      {picking ? (
        <PictureDialog
          title="Colocar imagem"
          onClose={() => setPicking(false)}
          onReady={({ path, alt }) => {
            setPicking(false);
            // Inserted after the selection, because a picture must not replace the selected text.
            const node = { type: 'image', attrs: { src: path, alt } };
            editor?.chain().focus().insertContentAt(editor.state.selection.to, node).run();
          }}
        />
      ) : null}
    </div>
  );
}

/** The link's field, which has the focus, closes by this key alone: it keeps its state to itself. */
function pressEscape(): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
}

function isDocument(body: unknown): body is { type: 'doc' } {
  return typeof body === 'object' && body !== null && (body as { type?: unknown }).type === 'doc';
}

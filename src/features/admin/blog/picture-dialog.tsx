import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { textError } from '@/lib/typed-text';
import { useBusy } from '@/lib/use-busy';
import { TextField } from '@/ui/fields';
import { Modal } from '@/ui/modal';
import classes from '../core/core.module.css';
import { uploadPicture } from '../core/upload';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';

interface PictureDialogProps {
  title: string;
  onReady(picture: { path: string; alt: string }): void;
  onClose(): void;
}

/** Chooses a picture and its alternative text. */
export function PictureDialog({ title, onReady, onClose }: PictureDialogProps) {
  const writing = useWriting();
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const id = useId();
  useBusy(file !== null || alt !== '');

  const send = async () => {
    if (!file) {
      setProblem('Escolha uma imagem.');
      return;
    }
    setProblem('');
    if (textError(alt) !== null) return;
    setSending(true);
    const upload = await uploadPicture(file, 'blog-images');
    setSending(false);
    if (upload.kind === 'ok') onReady({ path: upload.path, alt: alt.trim() });
    else setProblem(upload.text);
  };

  return (
    <Modal
      title={title}
      onClose={sending ? null : onClose}
      actions={
        <>
          <WriteButton writing={writing} disabled={sending} onClick={() => void send()}>
            {sending ? 'Enviando…' : 'Enviar imagem'}
          </WriteButton>
          <Button variant="outline" disabled={sending} onClick={onClose}>
            Voltar
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <div>
          <label htmlFor={id} className={classes.fileLabel}>
            Imagem
          </label>
          <input
            id={id}
            className={classes.file}
            type="file"
            accept="image/*"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
          />
        </div>
        <TextField
          label="O que a imagem mostra (opcional)"
          description="Para quem não pode ver a imagem."
          maxLength={200}
          value={alt}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        <p role="alert" className={classes.failure}>
          {writing.blocked ?? problem}
        </p>
      </div>
    </Modal>
  );
}

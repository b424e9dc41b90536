import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { storedAddress } from '@/lib/images';
import { useBusy } from '@/lib/use-busy';
import classes from './core.module.css';
import { type PictureBucket, uploadPicture } from './upload';

interface PictureFieldProps {
  label: string;
  bucket: PictureBucket;
  /** Path of the stored picture; empty without one. */
  value: string;
  /** Reason why uploading is disabled; null when it is enabled. */
  blocked: string | null;
  onChange(value: string): void;
  /** Reports a running upload, during which the record must not be saved. */
  onSending(isSending: boolean): void;
}

/** One picture of a record. It is uploaded as soon as it is chosen, and belongs to the record once that is saved. */
export function PictureField({ label, bucket, value, blocked, onChange, onSending }: PictureFieldProps) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const id = useId();
  useBusy(sending);

  const send = async (file: File) => {
    setProblem('');
    setSending(true);
    onSending(true);
    const upload = await uploadPicture(file, bucket);
    setSending(false);
    onSending(false);
    if (upload.kind === 'ok') onChange(upload.path);
    else setProblem(upload.text);
  };

  return (
    <div className={classes.picture}>
      <label htmlFor={id} className={classes.fileLabel}>
        {label}
      </label>
      {value === '' ? null : (
        <img className={classes.pictureShown} src={storedAddress(value)} alt="" crossOrigin="anonymous" />
      )}
      <input
        id={id}
        className={classes.file}
        type="file"
        accept="image/*"
        disabled={sending || blocked !== null}
        aria-describedby={`${id}-state`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void send(file);
          currentTarget.value = '';
        }}
      />
      <p id={`${id}-state`} role="status" className={problem ? classes.failure : classes.muted}>
        {sending ? 'Enviando…' : problem || blocked || ''}
      </p>
      {value === '' || sending ? null : (
        <div>
          <Button variant="subtle" onClick={() => onChange('')}>
            Tirar imagem
          </Button>
        </div>
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useForm } from '@/lib/use-form';
import { Modal } from '@/ui/modal';
import classes from './core.module.css';
import { fieldError, type RecordField, RecordFieldInput, type RecordValues } from './record-fields';
import type { Writing } from './use-writing';
import { WriteButton } from './write-button';

interface RecordFormProps {
  title: string;
  fields: readonly RecordField[];
  initial: RecordValues;
  writing: Writing;
  /** Resolves to whether it was saved: then the form's owner closes it. */
  onSave(values: RecordValues): Promise<boolean>;
  onClose(): void;
}

/** One record in a dialog: nothing is saved by halves, and what was typed is not thrown away by one press of Escape. */
export function RecordForm({ title, fields, initial, writing, onSave, onClose }: RecordFormProps) {
  const [asked, setAsked] = useState(false);
  const [uploading, setUploading] = useState(false);
  /** An earlier failure, from before this dialog opened, is not shown. */
  const [tried, setTried] = useState(false);
  const { form, values, errors, dirty, change, submit } = useForm<RecordValues>({
    start: initial,
    check: (now) =>
      Object.fromEntries(
        fields.map((field) => [field.key, fieldError(field, now[field.key] ?? '') ?? undefined]),
      ),
    send: async (now) => {
      setTried(true);
      return { sent: await onSave(now) };
    },
  });

  const leave = () => {
    if (!dirty || asked) onClose();
    else setAsked(true);
  };

  return (
    <Modal
      title={title}
      onClose={leave}
      actions={
        <>
          <WriteButton writing={writing} disabled={uploading} onClick={() => form.current?.requestSubmit()}>
            Salvar
          </WriteButton>
          <Button variant="outline" onClick={leave}>
            {asked ? 'Descartar mudanças' : 'Voltar'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!uploading) submit();
        }}
      >
        {fields.map((field) => (
          <RecordFieldInput
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            error={errors[field.key] ?? null}
            blocked={writing.blocked}
            onSending={setUploading}
            onChange={(value) => {
              setAsked(false);
              change({ [field.key]: value });
            }}
          />
        ))}
        <p role="status" className={classes.failure}>
          {writing.blocked ?? (asked ? 'Há mudanças que não foram salvas.' : tried && writing.problem)}
        </p>
      </form>
    </Modal>
  );
}

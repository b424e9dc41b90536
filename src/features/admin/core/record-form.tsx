import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useBusy } from '@/lib/use-busy';
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
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState(false);
  const [sending, setSending] = useState(false);
  /** What failed before this dialog is not its own. */
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const dirty = fields.some(({ key }) => (values[key] ?? '') !== (initial[key] ?? ''));

  useBusy(dirty);

  const leave = () => {
    if (!dirty || asked) onClose();
    else setAsked(true);
  };

  const submit = async () => {
    if (sending) return;
    const found = Object.fromEntries(
      fields.flatMap((field) => {
        const error = fieldError(field, values[field.key] ?? '');
        return error === null ? [] : [[field.key, error]];
      }),
    );
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setTried(true);
    await onSave(values);
  };

  return (
    <Modal
      title={title}
      onClose={leave}
      actions={
        <>
          <WriteButton writing={writing} disabled={sending} onClick={() => form.current?.requestSubmit()}>
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
          void submit();
        }}
      >
        {fields.map((field) => (
          <RecordFieldInput
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            error={errors[field.key] ?? null}
            blocked={writing.blocked}
            onSending={setSending}
            onChange={(value) => {
              setAsked(false);
              setValues((before) => ({ ...before, [field.key]: value }));
              setErrors(({ [field.key]: _, ...others }) => others);
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

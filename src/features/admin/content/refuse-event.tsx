import { useState } from 'react';
import { useKeptText } from '@/auth/drafts/kept-text';
import { freshId } from '@/lib/browser/random';
import { isBlank, textError } from '@/lib/typed-text';
import { TextAreaField } from '@/ui/fields';
import { Question } from '../core/question';
import { call } from '../core/server';
import { useWriting } from '../core/use-writing';

interface RefuseEventProps {
  event: { id: string; title: string };
  onDone(): void;
  onClose(): void;
}

/** Refuses a proposed event with a reason, which its author reads and may answer by changing the event. */
export function RefuseEvent({ event, onDone, onClose }: RefuseEventProps) {
  const [reason, setReason] = useKeptText('note', `event_${event.id}`);
  const [tried, setTried] = useState(false);
  // Another reason is another command; the same again is a retry.
  const [id, setId] = useState(freshId);
  const writing = useWriting();
  const wrong = isBlank(reason) ? 'Escreva o motivo.' : textError(reason);
  const confirm = async () => {
    setTried(true);
    if (wrong !== null) return;
    const args = { command_id: id, refusal: { event_id: event.id, reason: reason.trim() } };
    if (
      !(await writing.run(() => call('admin_refuse_event', args, () => null), { title: 'Evento recusado' }))
    )
      return;
    setReason('');
    onDone();
  };
  return (
    <Question
      title={`Recusar ${event.title}?`}
      action="Recusar"
      writing={writing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Quem divulgou lê o motivo, e pode mudar o evento e enviar de novo.</p>
      <TextAreaField
        label="Motivo"
        rows={3}
        maxLength={500}
        value={reason}
        error={tried ? wrong : null}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setId(freshId());
        }}
      />
    </Question>
  );
}

import { describe, expect, it } from 'vitest';
import type { StoredCommand } from '@/outbox/stored-command';
import { deliveredReplies, ownReply } from './replies';
import { editedText, lessonsText, replyTitle } from './texts';

const ASKED = 1_000;
let seq = 0;
const reply = (text: string | null, more: Partial<StoredCommand> = {}, evaluationId = 'e') =>
  ({
    id: `c${++seq}`,
    kind: 'evaluation.reply',
    version: 1,
    entity: { table: 'lesson_evaluations', id: evaluationId },
    payload: { evaluationId, text },
    base: null,
    userId: 'me',
    visitor: null,
    createdAt: 0,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    seq,
    ...more,
  }) as StoredCommand;
const delivered = (at: number): Partial<StoredCommand> => ({
  status: 'delivered',
  ack: { version: null, answer: {}, at, settled: false },
});
const EVALUATION = { id: 'e', reply: 'Do servidor' };

describe('the own reply', () => {
  it('is the server’s without writes, and the last write’s while it is on its way', () => {
    expect(ownReply(EVALUATION, [reply('De outra', {}, 'x')], ASKED)).toEqual({
      text: 'Do servidor',
      last: null,
      refused: null,
    });
    const sending = reply('Segunda', { status: 'sending' });
    expect(ownReply(EVALUATION, [reply('Primeira'), sending], ASKED)).toEqual({
      text: 'Segunda',
      last: sending,
      refused: null,
    });
    expect(ownReply(EVALUATION, [reply(null)], ASKED).text).toBeNull();
  });

  it('that was delivered is shown until a list that was asked for afterwards is here', () => {
    expect(ownReply(EVALUATION, [reply('Minha', delivered(ASKED + 1))], ASKED).text).toBe('Minha');
    expect(ownReply(EVALUATION, [reply('Minha', delivered(ASKED))], ASKED)).toEqual({
      text: 'Do servidor',
      last: null,
      refused: null,
    });
  });

  it('that was refused is not shown, and kept for its author', () => {
    const refused = reply('Tarde demais', { status: 'rejected' });
    expect(ownReply(EVALUATION, [refused], ASKED)).toEqual({ text: 'Do servidor', last: null, refused });
    const again = reply('De novo');
    expect(ownReply(EVALUATION, [refused, again], ASKED)).toMatchObject({ text: 'De novo', refused: null });
  });

  it('is read again when one has arrived', () => {
    expect(deliveredReplies([reply('a'), reply('b', delivered(1))])).toBe(1);
  });
});

describe('a received evaluation in words', () => {
  it('names the lessons, rounded down from five on', () => {
    expect([1, 3, 10].map((lessons) => lessonsText(lessons, 'Marina'))).toEqual([
      '1 aula com Marina',
      '3 aulas com Marina',
      '10 aulas ou mais com Marina',
    ]);
  });

  it('names the month of a change, and a reply from before it', () => {
    expect(editedText({ editedMonth: '2026-11-01' })).toBe('Editada em novembro de 2026');
    expect(replyTitle('Marina', { isReplyEarlier: true })).toBe('Resposta de Marina, de antes da mudança');
    expect(replyTitle('Marina', { isReplyEarlier: false })).toBe('Resposta de Marina');
    expect(editedText({ editedMonth: null })).toBeNull();
  });
});

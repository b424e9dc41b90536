import { expect, it } from 'vitest';
import type { CommandError, RawCommand } from './command';
import './commands/kinds';
import { mayRetry, sendingOf } from './sending';

const command = (part: Pick<RawCommand, 'kind' | 'status'>, error: Partial<CommandError> | null = null) =>
  ({ version: 1, ...part, error }) as RawCommand;

it('a favourite beyond the daily limit waits, and says why', () => {
  const waiting = command(
    { kind: 'lesson_request.create', status: 'queued' },
    { why: 'busy', status: 429, hint: 'too_many' },
  );
  expect(sendingOf(waiting)).toMatchObject({
    tone: 'waiting',
    text: 'Salvo no aparelho',
    reason: expect.stringContaining('muitos envios'),
  });
});

it('says a refusal in the words of its kind, then in those of all kinds, then by its status', () => {
  const refused = (error: Partial<CommandError>) =>
    sendingOf(command({ kind: 'evaluation.save', status: 'rejected' }, error)).reason;
  expect(refused({ hint: 'not_the_other' })).toBe('Só a outra pessoa do pedido pode ser avaliada.');
  expect(refused({ hint: 'invalid_value', details: 'rating' })).toBe('Escolha de 1 a 5 estrelas');
  expect(refused({ hint: 'invalid_value', details: 'id' })).toMatch(/^Um valor não foi aceito/);
  expect(refused({ hint: 'account_banned' })).toMatch(/suspensa/);
  expect(refused({ hint: 'constructor' })).toBe('O servidor não aceitou este envio.');
  expect(refused({ hint: null, status: 409 })).toBe('A situação mudou antes de o envio chegar.');
});

it('offers another try unless the same write would meet the same refusal', () => {
  const refused = (hint: string) => command({ kind: 'post.create', status: 'rejected' }, { hint });
  expect(mayRetry(refused('too_many_posts'))).toBe(true);
  expect(mayRetry(refused('post_exists'))).toBe(false);
  expect(mayRetry(command({ kind: 'post.create', status: 'queued' }))).toBe(false);
});

it('keeps what only another release can send', () => {
  expect(sendingOf(command({ kind: 'later.kind', status: 'queued' })).text).toMatch(/Atualize o app/);
});

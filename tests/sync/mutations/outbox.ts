/** The rules of the outbox, broken one by one. */
import type { Mutation } from './mutation';

const retries = (why: string): Mutation => ({
  rule: `${why} is tried again`,
  file: 'outbox/classify-error.ts',
  from: `{ kind: 'retry', why: '${why}' }`,
  to: `{ kind: 'rejected' }`,
});

export const OUTBOX_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'delivered only when the answer names the command',
    file: 'outbox/delivery.ts',
    from: 'return answer.body.command_id === command.id;',
    to: 'return true;',
  },
  {
    rule: 'in order for a row',
    file: 'outbox/due.ts',
    from: 'if (free && isWaiting(command)',
    to: 'if (isWaiting(command)',
  },
  {
    rule: 'who takes the lock puts what was being sent back into the queue',
    file: 'outbox/round.ts',
    from: 'await this.parts.store.recover();',
    to: '',
  },
  {
    rule: 'one flusher over tabs and worker',
    file: 'outbox/flush.ts',
    from: 'parts.withLock(FLUSH_LOCK, () => mine.run())',
    to: 'mine.run()',
  },
  {
    rule: 'a due time beyond the longest wait counts as due',
    file: 'outbox/backoff.ts',
    from: 'dueAt <= now || dueAt - now > LONGEST',
    to: 'dueAt <= now',
  },
  {
    rule: 'requests are given up after 20 s',
    file: 'outbox/delivery.ts',
    from: 'REQUEST_PATIENCE = 20_000',
    to: 'REQUEST_PATIENCE = 1e12',
  },
  ...['portal', 'unconfirmed', 'busy', 'paused', 'server'].map(retries),
  {
    rule: 'JSON that is nobody’s refusal is tried again: gateways, portals, servers half upgraded',
    file: 'outbox/classify-error.ts',
    from: `return { kind: 'retry', why: waitsFor(complaint) };
}`,
    to: `return { kind: 'rejected' };
}`,
  },
  {
    rule: 'before a refusal is believed the receipt is asked for',
    file: 'outbox/delivery.ts',
    from: 'command.attempts > 1 &&',
    to: 'command.attempts > 1e9 &&',
  },
  {
    rule: 'a receipt means delivered',
    file: 'outbox/receipt.ts',
    from: `answer.body.missing === true ? 'missing' : 'known'`,
    to: `'missing'`,
    test: 'outbox-receipt',
  },
  {
    rule: 'what fails in a row is tried one at a time',
    file: 'outbox/health.ts',
    from: 'failing.length < AILING',
    to: 'failing.length < 1e9',
    test: 'outbox-storm',
  },
  {
    rule: 'no reason but a person’s passes a back-off',
    file: 'outbox/round.ts',
    from: `else if (reason === 'button') this.allPressed`,
    to: `else if (reason === 'button' || reason === 'online') this.allPressed`,
    test: 'outbox-storm',
  },
  {
    rule: 'what the server asks for is waited for',
    file: 'outbox/backoff.ts',
    from: 'Math.max(wait, asked ?? 0)',
    to: 'wait',
    test: 'outbox-storm',
  },
  {
    rule: 'no network is tried again',
    file: 'outbox/classify-error.ts',
    from: `if (answer.kind !== 'answer') return { kind: 'retry', why: answer.kind };`,
    to: `if (answer.kind !== 'answer') return { kind: 'rejected' };`,
  },
  {
    rule: '401 with a user is refreshed',
    file: 'outbox/classify-error.ts',
    from: `at.refreshed ? { kind: 'retry', why: 'token' } : { kind: 'refresh' }`,
    to: `{ kind: 'rejected' }`,
  },
  {
    rule: 'other refusals are refusals',
    file: 'outbox/classify-error.ts',
    from: `if (isRefusal(complaint) ||`,
    to: `if (`,
  },
  {
    rule: 'a refusal does not hold up others',
    file: 'outbox/delivery.ts',
    from: `await store.reject(command.id, error);`,
    to: `throw new Error('stop');`,
  },
  {
    rule: 'a refusal is never dropped',
    file: 'outbox/store.ts',
    from: `await commands.patch(command, { status: 'rejected', error });`,
    to: 'await commands.remove([command]);',
  },
  {
    rule: 'what depends on a refused one is parked',
    file: 'outbox/parking.ts',
    from: `if (depends && command.status !== 'rejected') parked.add(command.id);`,
    to: '',
  },
  {
    rule: 'a parked one is released with the refused one',
    file: 'outbox/stored-queue.ts',
    from: `command.status === 'parked' && !parked.has(command.id)`,
    to: 'command === undefined',
  },
  {
    rule: 'the phone’s own delivered write is no conflict to the next',
    file: 'outbox/store.ts',
    from: 'if ((later.base ?? 0) < version) patched.push(await commands.patch(later, { base: version }));',
    to: '',
  },
  {
    rule: 'a write is based on the row as the screen shows it',
    file: 'outbox/fresh-command.ts',
    from: 'return versions.length === 0 ? base',
    to: 'return versions.length >= 0 ? base',
    test: 'outbox-store',
  },
  {
    rule: 'an edit is a command of its own',
    file: 'outbox/store.ts',
    from: 'const command = { ...fresh, createdAt, seq };',
    to: 'const command = { ...fresh, createdAt, seq, id: old.id };',
  },
  {
    rule: 'what may have arrived is not edited',
    file: 'outbox/fresh-command.ts',
    from: `(status === 'queued' || status === 'parked') && attempts === 0`,
    to: `status === 'queued' || status === 'parked'`,
  },
  {
    rule: 'a delivered one is overlaid until the replica holds it',
    file: 'outbox/overlay.ts',
    from: `if (status !== 'delivered') return true;`,
    to: `if (status !== 'delivered') return true; else return false;`,
  },
  {
    rule: 'the overlay goes once the replica holds it',
    file: 'outbox/overlay.ts',
    from: '!ack.settled && ack.version !== null && replica < ack.version',
    to: 'ack.version !== null',
  },
  {
    rule: 'a refused one is not on the screen',
    file: 'outbox/overlay.ts',
    from: `if (status === 'rejected' || status === 'parked') return false;`,
    to: '',
  },
  {
    rule: 'overlaid in order of queueing',
    file: 'outbox/overlay.ts',
    from: '.reduce(merge, row)',
    to: '.reduceRight(merge, row)',
  },
  {
    rule: 'a person’s command goes with that person’s token',
    file: 'outbox/round.ts',
    from: `if (access.kind === 'absent' || (access.kind === 'ok' && access.userId !== userId)) {`,
    to: `if (access.kind === 'absent') { const sent = await this.parts.store.claim(id); if (sent) return this.delivery.attempt({ command: sent, startedAt: 0 }, null); } if (access.kind !== 'ok' && access.kind !== 'unreachable') {`,
  },
  {
    rule: 'the worker uses only the token of the command’s person',
    file: 'outbox/worker.ts',
    from: `if (mirror?.sub !== userId) return { kind: 'absent' };`,
    to: `if (!mirror) return { kind: 'absent' }; if (mirror.exp - now() / 1_000 >= LEFT_AT_LEAST) return { kind: 'ok', userId, token: mirror.accessToken };`,
  },
  {
    rule: 'the worker leaves a token that is about to run out',
    file: 'outbox/worker.ts',
    from: 'mirror.exp - now() / 1_000 < LEFT_AT_LEAST',
    to: 'mirror.exp < 0',
  },
  {
    rule: 'unsent commands outlive a sign-out',
    file: 'outbox/store.ts',
    from: `one.userId === userId && (unsent || one.status === 'delivered')`,
    to: 'one.userId === userId',
  },
  {
    rule: 'others’ commands are invisible',
    file: 'outbox/visibility.ts',
    from: `command.userId === userId ? 'whole' : 'hidden'`,
    to: `command.userId === userId ? 'whole' : 'whole'`,
  },
  {
    rule: 'of a visitor’s command others see kind and time only',
    file: 'outbox/visibility.ts',
    from: `userId === null && command.visitor === visitor ? 'whole' : 'veiled'`,
    to: `'whole'`,
  },
  {
    rule: 'what only a later release knows is kept, and not sent',
    file: 'outbox/due.ts',
    from: 'isWaiting(command) && known(command)',
    to: 'isWaiting(command)',
  },
  {
    rule: 'a write that was not stored is not said to be',
    file: 'outbox/storage-fault.ts',
    from: `isQuota(error) ? 'full' : 'blocked'`,
    to: `'blocked'`,
  },
  {
    rule: 'what a restored server has lost is sent again',
    file: 'outbox/store.ts',
    from: `await commands.patch(command, { status: 'queued', dueAt: this.now(), error: null, ack: null });
          continue;`,
    to: 'continue;',
  },
  {
    rule: 'versions of two histories do not compare',
    file: 'outbox/epochs.ts',
    from: `epochOf(ack) === told && typeof version === 'number' ? version : NEVER`,
    to: `typeof version === 'number' ? version : NEVER`,
    test: 'outbox-restored',
  },
];

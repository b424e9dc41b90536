/**
 * The rules of DESIGN.md's part Writing, broken one by one. Each mutation is a piece of the source
 * and its replacement; a missing piece fails the run, so that the list stays current.
 */
export interface Mutation {
  /** The rule that the mutation breaks. */
  rule: string;
  /** Path below src/. */
  file: string;
  from: string;
  to: string;
  /** The test that has to fail, when it is not the model test: a name in tests/sync, or a path. */
  test?: string;
}

const retries = (why: string): Mutation => ({
  rule: `${why} is tried again`,
  file: 'outbox/classify-error.ts',
  from: `{ kind: 'retry', why: '${why}' }`,
  to: `{ kind: 'rejected' }`,
});

export const MUTATIONS: readonly Mutation[] = [
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
    from: `await this.patch(command, { status: 'rejected', error });`,
    to: 'await this.commands.delete(command.seq);',
  },
  {
    rule: 'what depends on a refused one is parked',
    file: 'outbox/parking.ts',
    from: `if (depends && command.status !== 'rejected') parked.add(command.id);`,
    to: '',
  },
  {
    rule: 'a parked one is released with the refused one',
    file: 'outbox/store.ts',
    from: `command.status === 'parked' && !parked.has(command.id)`,
    to: 'command === undefined',
  },
  {
    rule: 'what needs a row waits for it',
    file: 'outbox/commands/lead-match.ts',
    from: `parents: ({ leadId }) => [{ table: 'leads', id: leadId }],`,
    to: '',
  },
  {
    rule: 'the phone’s own delivered write is no conflict to the next',
    file: 'outbox/store.ts',
    from: 'if ((later.base ?? 0) < version) patched.push(await this.patch(later, { base: version }));',
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
    rule: 'payloads of older releases apply',
    file: 'outbox/commands/kinds.ts',
    from: 'const payload = kind.upgrade(command.payload, command.version);',
    to: 'const payload = command.payload;',
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
    from: `await this.patch(command, { status: 'queued', dueAt: this.now(), error: null, ack: null });
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
  {
    rule: 'only the proposal that was seen is confirmed',
    file: 'db/lesson-rules.ts',
    from: `if (proposal?.id !== proposalId) return 'proposal_changed';
  if (hasPassed`,
    to: `if (!proposal) return 'proposal_changed';
  if (hasPassed`,
    test: 'lesson-model',
  },
  {
    rule: 'a proposal leaves the other side’s',
    file: 'db/lesson-rules.ts',
    from: '[PROPOSAL[side]]: proposal, proposed_last: side }',
    to: '[PROPOSAL[side]]: proposal, [PROPOSAL[otherSide(side)]]: null, proposed_last: side }',
    test: 'lesson-model',
  },
  {
    rule: 'nobody changes what was agreed alone',
    file: 'db/lesson-rules.ts',
    from: '[PROPOSAL[side]]: proposal, proposed_last: side }',
    to: '[PROPOSAL[side]]: proposal, agreed: row.agreed && proposal, proposed_last: side }',
    test: 'lesson-model',
  },
  {
    rule: 'one side’s word alone ends no lesson',
    file: 'db/lesson-rules.ts',
    from: 'const agrees = outcomeOf(row, otherSide(side)) === outcome;',
    to: 'const agrees = true;',
    test: 'lesson-model',
  },
  {
    rule: 'a withdrawal leaves the other side’s proposal',
    file: 'db/lesson-rules.ts',
    from: 'const remaining = proposalOf(row, other) ? other : null;',
    to: 'const remaining = null as RequestSide | null;',
    test: 'lesson-model',
  },
  {
    rule: 'lessons that were refused stay on the phone that wrote them',
    file: 'features/lessons/lesson-overlay.ts',
    from: '.filter(({ ack }) => !ack?.settled)',
    to: `.filter(({ ack, status }) => !ack?.settled && status !== 'rejected')`,
    test: 'lesson-model',
  },
  {
    rule: 'a chosen address is shown until the own profile has reached its version',
    file: 'outbox/commands/slug-set.ts',
    from: 'hasReached(profile, ack)',
    to: 'profile !== null',
    test: 'src/outbox/commands/slug-set.test.ts',
  },
  {
    rule: 'a chosen address changes nothing else of the profile',
    file: 'outbox/commands/slug-set.ts',
    from: '({ ...row, slug: payload.slug })',
    to: '({ slug: payload.slug }) as unknown as R',
    test: 'src/outbox/commands/slug-set.test.ts',
  },
  {
    rule: 'a removed Pix key is caught up with when its row is gone',
    file: 'outbox/commands/payment-key-set.ts',
    from: 'paymentKeys !== null && !paymentKeys.has(entity.id)',
    to: 'paymentKeys !== null',
    test: 'src/outbox/commands/payment-key-set.test.ts',
  },
  {
    rule: 'a stored Pix key is caught up with in its version',
    file: 'outbox/commands/payment-key-set.ts',
    from: 'hasReached(paymentKeys?.get(entity.id), ack)',
    to: 'paymentKeys?.has(entity.id) === true',
    test: 'src/outbox/commands/payment-key-set.test.ts',
  },
  {
    rule: 'a text that its author had not seen replaced is kept',
    file: 'outbox/commands/note-save.ts',
    from: 'present.id !== seen && present.text !== text',
    to: 'present.id === seen && present.text !== text',
    test: 'src/features/notebook/notebook.test.ts',
  },
  {
    rule: 'a note is caught up with in its version',
    file: 'outbox/commands/notebook-parts.ts',
    from: '(notebook.get(answer.row_id) ?? 0) >= version',
    to: 'notebook.has(answer.row_id)',
    test: 'src/features/notebook/notebook.test.ts',
  },
  {
    rule: 'unticking an older homework leaves the tick of the present one',
    file: 'outbox/commands/homework-tick.ts',
    from: 'notes.done_id === payload.homeworkId',
    to: 'notes.done_id !== null',
    test: 'src/features/notebook/notebook.test.ts',
  },
  {
    rule: 'a form replaces only the unsent text that it has seen',
    file: 'features/notebook/actions.ts',
    from: '.find(({ id }) => id === seen)',
    to: '.at(-1)',
    test: 'src/features/notebook/notebook.test.ts',
  },
  {
    rule: 'a mark that the server refused is not shown as made',
    file: 'features/steps/marks.ts',
    from: 'isOverlaid(command, versions.get(step) ?? 0)',
    to: 'versions !== null',
    test: 'src/features/steps/marks.test.ts',
  },
  {
    rule: 'a review counts once',
    file: 'features/steps/marks.ts',
    from: '!known.has(command.id) && isOverlaid(command, 0)',
    to: 'isOverlaid(command, 0)',
    test: 'src/features/steps/marks.test.ts',
  },
  {
    rule: 'a refused reply is not shown as written',
    file: 'features/evaluations/replies.ts',
    from: `status !== 'rejected' && status !== 'parked'`,
    to: 'status !== undefined',
    test: 'src/features/evaluations/replies.test.ts',
  },
  {
    rule: 'a delivered reply is shown until a list that was asked for afterwards is here',
    file: 'features/evaluations/replies.ts',
    from: '(ack !== null && ack.at > askedAt)',
    to: 'false',
    test: 'src/features/evaluations/replies.test.ts',
  },
  {
    rule: 'a request of a wish waits for the first one',
    file: 'outbox/commands/lesson-request-create.ts',
    from: `wish_id === undefined ? [] : [{ table: 'lesson_requests', id: wish_id }]`,
    to: '[]',
    test: 'src/outbox/commands/lesson-request-create.test.ts',
  },
  ...[
    [
      'a silent request offers others only while none was accepted',
      `wish.some(({ status }) => status === 'Aceito')`,
      'false',
    ],
    ['at most three teachers wait at once', 'AT_ONCE = 3', 'AT_ONCE = 4'],
    [
      'the server’s word ends the time on a phone with a slow clock',
      'Boolean(request.unanswered_at) || now >= deadline',
      'now >= deadline',
    ],
    ['a withdrawn request offers nobody', '|| request.is_withdrawn', ''],
    [
      'no time runs for a request that has not arrived',
      `status === 'Pendente' && stored`,
      `status === 'Pendente'`,
    ],
  ].map(([rule = '', from = '', to = '']) => ({
    rule,
    file: 'features/lessons/waiting.ts',
    from,
    to,
    test: 'src/features/lessons/waiting.test.ts',
  })),
  ...[
    ['a teacher is not named twice for one style', '...hidden, ...asked', '...hidden'],
    ['a blocked teacher is not named', '...hidden, ...asked', '...asked'],
    ['other times only: not named', 'slots === 0 ? 1 : null', '1'],
    ['a wished time comes first', 'Number(a.fit) - Number(b.fit) || ', ''],
    [
      'a teacher without a check of background is not named for a minor',
      '!isForMinor(request) || ',
      'true || ',
    ],
    ['a check of background that has ended names nobody', 'end > today', 'end > 0'],
    ['few evaluations weigh little', '* count + 2000) / (count + 5)', ') / 1'],
  ].map(([rule = '', from = '', to = '']) => ({
    rule,
    file: 'db/alternatives.ts',
    from,
    to,
    test: 'src/db/alternatives.test.ts',
  })),
  {
    rule: 'the mark of a request for a minor goes along when others are asked',
    file: 'db/wish-fields.ts',
    from: 'later && value === null',
    to: 'later',
    test: 'src/features/lessons/guardian.test.ts',
  },
  {
    rule: 'a request for a minor needs an unexpired check of background',
    file: 'features/lessons/guardian.ts',
    from: `!checkOf(checks, 'background', now)`,
    to: 'checks.length === 0',
    test: 'src/features/lessons/guardian.test.ts',
  },
  {
    rule: 'a request for a minor is sent with the accepted terms of today',
    file: 'features/lessons/guardian.ts',
    from: 'value === GUARDIAN_TERMS ? undefined : ',
    to: 'value !== "" ? undefined : ',
    test: 'src/features/lessons/guardian.test.ts',
  },
];

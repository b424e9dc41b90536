/**
 * Random programs over a phone and a server, and the invariants after each step and at the end. The
 * model remembers promises ('stored') and their possible outcomes; the rest is the outbox's.
 */
import { expect } from 'vitest';
import { LONGEST } from '@/outbox/backoff';
import type { RawCommand } from '@/outbox/command';
import { known } from '@/outbox/commands/kinds';
import { profileUpdate } from '@/outbox/commands/profile-update';
import { pendingFor } from '@/outbox/pending-store';
import { OutboxStore } from '@/outbox/store';
import type { Cast } from './outbox-cast';
import { fullDisk } from './outbox-disk';
import { commandId, Ledger } from './outbox-ledger';
import { Phone, type Process } from './outbox-phone';
import { keyOf } from './outbox-screen';
import { idOf, isReceipt, type Outcome, type ProgramServer } from './outbox-server';
import { ANSWERS, type Fault, FIRST_RELEASE, SECOND_RELEASE, type Step } from './outbox-steps';

export type Coverage = Map<string, number>;

const HOUR = 60 * 60_000;
/** These outcomes refuse a command; all others leave it waiting. */
const REFUSING: readonly Outcome[] = ['403', '409', '422'];

export class World {
  readonly server: ProgramServer;
  readonly phone: Phone;
  private tab: Process;
  readonly ledger: Ledger;
  private made = 0;
  private readonly disk = fullDisk();
  /** Observes the phone's database without being part of it. */
  private readonly eye: OutboxStore;

  constructor(
    private readonly coverage: Coverage,
    private readonly cast: Cast,
  ) {
    const clock: { now: () => number } = { now: () => 0 };
    this.server = cast.server(() => clock.now());
    this.phone = new Phone(this.server);
    clock.now = this.phone.now;
    this.tab = this.phone.open();
    this.eye = new OutboxStore(this.phone.now, this.phone.name);
    this.ledger = new Ledger(this.phone, this.server, () => this.eye.all(), cast.anna);
  }

  /** `judge` receives the commands on the phone at the end. */
  async run(
    steps: readonly Step[],
    judge: (stored: RawCommand[]) => Promise<void> = async () => undefined,
  ): Promise<void> {
    try {
      await this.phone.signIn(this.cast.anna);
      for (const step of steps) {
        await this.take(step);
        await this.phone.rest();
        await this.ledger.check();
      }
      await this.heal();
      await judge(await this.commands());
    } finally {
      this.disk.free();
      Object.assign(profileUpdate, FIRST_RELEASE);
      this.phone.shut();
      this.eye.close();
    }
  }

  private async take(step: Step): Promise<void> {
    const { phone, server } = this;
    if (step.do === 'write') await this.write(step.what);
    else if (step.do === 'fault') await this.fault(step.fault, step.n);
    else if (step.do === 'ok') await this.reply('ok');
    else if (step.do === 'flush') this.tab.flush('visible');
    else if (step.do === 'arrange') await this.arrange();
    else if (step.do === 'wait') phone.advance(step.minutes * 60_000);
    else if (step.do === 'arrive') await server.arrive();
    else if (step.do === 'other-phone')
      await server.change(`user_profiles/${this.cast.anna}`, { bio: `bio ${this.made}` });
    else await this.decide(step.do, step.n);
  }

  private async write(what: Extract<Step, { do: 'write' }>['what']): Promise<void> {
    this.made += 1;
    const n = this.made;
    const userId = this.phone.session?.userId ?? null;
    const draft = this.cast.draftOf(what, n, userId, this);
    if (!draft) return;
    const stored = await this.tab.enqueue(draft);
    if (this.disk.isFull) {
      expect(stored, 'a full disk is admitted').toEqual({ kind: 'not-stored', reason: 'full' });
      return;
    }
    expect(stored.kind).toBe('stored');
    if (stored.kind === 'stored') {
      this.ledger.promise(stored.command, what.startsWith('bad') || this.cast.mayBeRefused(draft));
    }
    if (!this.phone.offline) this.tab.flush('write');
  }

  /** Creates as many states at once as possible. */
  private async arrange(): Promise<void> {
    const { phone } = this;
    if (this.disk.isFull) return;
    phone.offline = false;
    if (!phone.session) await this.enter(this.cast.anna);
    await this.calm('ok');
    await this.write('lead');
    await this.calm('5xx');
    await phone.ageFailures(24 * HOUR);
    phone.advance(LONGEST);
    this.tab.flush('visible');
    await this.calm('5xx');
    await this.write('request');
    await this.calm('ok');
    phone.offline = true;
    await this.write('request');
    await this.write('cancel');
    phone.offline = false;
    await this.write('bad-profile');
    await this.calm('ok');
    await this.write('profile');
    await this.calm('ok');
    await this.write('lead');
    await phone.rest();
    await this.write('match');
    await phone.rest();
  }

  private async calm(outcome: Outcome): Promise<void> {
    await this.phone.rest();
    for (let turn = 0; turn < 30 && this.phone.inFlight.length > 0; turn += 1) {
      await this.reply(outcome);
      await this.phone.rest();
    }
  }

  /** Answers the oldest request, and checks the command's new state. */
  private async reply(outcome: Outcome): Promise<void> {
    const [call] = this.phone.inFlight;
    if (!call) return;
    const { request, owner } = call;
    const before = (await this.commands()).find((one) => commandId(one) === idOf(request));
    const carriedOut = this.server.holds(idOf(request));
    const answer = await this.server.answer(request, outcome);
    const refusing = REFUSING.includes(outcome) && !carriedOut && !isReceipt(request);
    if (before && refusing) this.ledger.mayBeRefused(before);
    if (before && outcome === '409') this.ledger.mayBeRefused(before);
    call.answer(answer);
    await this.phone.rest();
    if (this.disk.isFull || owner.dead || !before || before.status !== 'sending') return;
    const after = (await this.commands()).find(({ id }) => id === before.id);
    if (isReceipt(request)) return;
    // A possibly delivered command is first checked by its receipt: at once, or at the next
    // attempt.
    const isAsked = before.attempts > 1 && before.kind !== 'lead.match';
    if (refusing)
      expect(isAsked ? ['sending', 'queued'] : ['rejected'], `refused by ${outcome}`).toContain(
        after?.status,
      );
    else if (outcome !== 'ok' && outcome !== 'repeated' && !carriedOut && !REFUSING.includes(outcome)) {
      expect(['queued', 'sending', 'attention'], `after ${outcome}`).toContain(after?.status);
    }
  }

  private async fault(fault: Fault, n: number): Promise<void> {
    const { phone, server } = this;
    const isAnswer = (ANSWERS as readonly string[]).includes(fault);
    if (fault === 'restore' && !server.backup) return;
    if (isAnswer || fault === 'hang') {
      // A waiting command is sent when the person presses the button.
      if (phone.inFlight.length === 0 && n % 2) this.tab.flush('button');
      await phone.rest();
      if (phone.inFlight.length === 0) return;
    }
    const present = new Set((await this.commands()).map(({ status }) => status));
    for (const state of present) {
      const pair = `${state} × ${fault}`;
      this.coverage.set(pair, (this.coverage.get(pair) ?? 0) + 1);
    }
    if (isAnswer) return this.reply(fault as Outcome);
    if (fault === 'restore') {
      this.ledger.setBack(server.backup?.restore(n % 4) ?? [], await this.commands());
      if (n % 2) await this.tab.pull();
    } else if (fault === 'hang') await this.hang(n);
    else if (fault === 'kill') {
      this.tab.dieAt(n);
      this.tab.flush('button');
      await this.calm('ok');
      this.tab.kill();
      this.tab = phone.open();
    } else if (fault === 'reload') {
      this.tab.kill();
      this.tab = phone.open();
      this.tab.flush('start');
    } else if (fault === 'two-tabs') {
      const second = phone.open();
      second.flush('start');
      this.tab.flush('visible');
      await phone.rest();
      await this.reply('ok');
      second.kill();
    } else if (fault === 'worker') {
      await this.worker();
    } else if (fault === 'offline') {
      phone.offline = !phone.offline;
      this.tab.flush(phone.offline ? 'button' : 'online');
    } else if (fault === 'expiry') {
      if (!phone.session) return;
      // The session is revoked, which only the server knows, or about to expire.
      const left = n % 2 ? 0 : 30_000;
      server.expire(phone.session.token, left);
      if (left > 0) phone.session.expiresAt = phone.now() + left;
      if (left > 0) await phone.mirror();
      const offline = phone.offline;
      phone.offline = true;
      await this.write('profile');
      phone.offline = offline;
      await this.worker();
    } else if (fault === 'sign-out') await this.signOut(false);
    else if (fault === 'discard-at-sign-out') await this.signOut(true);
    else if (fault === 'other-person') {
      if (this.disk.isFull) return;
      const next = phone.session?.userId === this.cast.anna ? this.cast.ben : this.cast.anna;
      await this.signOut(false);
      await this.enter(next);
      this.tab.flush('start');
    } else if (fault === 'clock-back') phone.jump(-48 * HOUR);
    else if (fault === 'clock-forward') phone.jump(48 * HOUR);
    else if (fault === 'full-disk') {
      if (this.disk.isFull) this.disk.free();
      else this.disk.fill();
    } else if (fault === 'update') {
      if (profileUpdate.version === 1) Object.assign(profileUpdate, SECOND_RELEASE);
      this.tab.kill();
      this.tab = phone.open();
      this.tab.flush('start');
    } else {
      await server.change(`user_profiles/${this.cast.anna}`, { bio: `bio ${n}` });
      if (fault === 'hint-doubled') await Promise.all([this.tab.pull(), this.tab.pull()]);
    }
  }

  private async worker(): Promise<void> {
    const worker = this.phone.open('worker');
    worker.flush('background');
    await this.calm('ok');
    worker.kill();
  }

  /** The phone gets no answer; every second request reaches the server. */
  private async hang(n: number): Promise<void> {
    const { phone, server } = this;
    const waiting = [...phone.inFlight];
    if (n % 2) for (const { request } of waiting) await server.answer(request, 'lost');
    phone.advance(20_000);
    await phone.rest();
    expect(
      phone.inFlight.filter((call) => waiting.includes(call)),
      'given up after 20 s',
    ).toEqual([]);
  }

  /** A person who signs in gets the own rows first. */
  private async enter(userId: string): Promise<void> {
    await this.phone.signIn(userId);
    await this.tab.pull();
  }

  private async signOut(discard: boolean): Promise<void> {
    const userId = this.phone.session?.userId;
    if (!userId || this.disk.isFull) return;
    await this.phone.signOut();
    await this.tab.store.forget(userId, { unsent: discard });
    if (!discard) return;
    for (const { id, userId: by } of this.ledger.all) if (by === userId) this.ledger.letGo(id);
  }

  private async decide(what: 'edit' | 'discard' | 'retry', n: number): Promise<void> {
    const { phone, tab } = this;
    const viewer = { userId: phone.session?.userId ?? null, visitor: phone.visitor };
    const mine = pendingFor(await this.commands(), viewer).filter(({ veiled }) => !veiled);
    const chosen = mine[n % Math.max(1, mine.length)]?.command;
    if (!chosen || this.disk.isFull) return;
    if (what === 'retry') {
      await tab.store.retry(chosen.id);
      tab.flush('write');
    } else if (what === 'discard') {
      await tab.store.discard(chosen.id);
      const left = new Set((await this.commands()).map(({ id }) => id));
      for (const { command } of mine) if (!left.has(command.id)) this.ledger.letGo(command.id);
    } else {
      const payload = this.cast.mended(known(chosen)?.command.payload ?? chosen.payload, n);
      const outcome = await tab.store.replace(chosen.id, payload);
      if (outcome.kind !== 'stored') return;
      expect(outcome.command.id, 'an edit is a command of its own').not.toBe(chosen.id);
      expect(
        chosen.status === 'rejected' || chosen.attempts === 0,
        'only what cannot have arrived is edited',
      ).toBe(true);
      this.ledger.letGo(chosen.id);
      // A command refused once may have arrived on another way meanwhile: then its row exists.
      const refusable = this.ledger.tainted.has(keyOf(chosen)) || this.cast.mayBeRefused(chosen);
      this.ledger.promise(outcome.command, refusable);
      tab.flush('write');
    }
  }

  private async commands(): Promise<RawCommand[]> {
    return this.eye.all();
  }

  /** Everything works again, and every person signs in in turn; no button is pressed. */
  private async heal(): Promise<void> {
    const { phone, server } = this;
    this.disk.free();
    phone.offline = false;
    await server.arrive();
    for (const userId of [this.cast.anna, this.cast.ben, null]) {
      await phone.signOut();
      this.tab.kill();
      this.tab = phone.open();
      if (userId) await this.enter(userId);
      else await this.tab.pull();
      for (let round = 0; round < 4; round += 1) {
        this.tab.flush('visible');
        await this.calm('ok');
        phone.advance(LONGEST + 1);
      }
      await this.tab.pull();
    }
    await this.ledger.judge(() => this.tab.pull());
  }
}

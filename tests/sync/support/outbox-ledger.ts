/**
 * The model's memory of promises ('stored') and their possible outcomes, and the invariants after
 * each step and at the end.
 */
import { expect } from 'vitest';
import type { RawCommand } from '@/outbox/command';
import { pendingFor } from '@/outbox/pending-store';
import { sightOf } from '@/outbox/visibility';
import type { Phone } from './outbox-phone';
import { fieldsOf, keyOf, shown } from './outbox-screen';
import { idOf, type ProgramServer } from './outbox-server';

interface Promised {
  command: RawCommand;
  /** Let go or replaced by the person. */
  gone: boolean;
  /** The server may refuse it. */
  refusable: boolean;
  /** The command ran before the server was set back to an earlier state. */
  setBack: boolean;
}

export class Ledger {
  private readonly promised = new Map<string, Promised>();
  /** Rows in an unknown state: a discarded command may have arrived. */
  readonly tainted = new Set<string>();
  /** Rows that the server lost, without a receipt left on the phone. */
  private readonly unknown = new Set<string>();

  constructor(
    private readonly phone: Phone,
    private readonly server: ProgramServer,
    private readonly commands: () => Promise<RawCommand[]>,
    /** Whose profile is looked at. */
    private readonly anna: string,
  ) {}

  /** Those that nobody has let go, in order of promising. */
  get standing(): RawCommand[] {
    return [...this.promised.values()].filter(({ gone }) => !gone).map(({ command }) => command);
  }

  /** All that were ever promised. */
  get all(): RawCommand[] {
    return [...this.promised.values()].map(({ command }) => command);
  }

  promise(command: RawCommand, refusable = false): void {
    this.promised.set(command.id, {
      command,
      gone: false,
      refusable: refusable || this.namesLost(command),
      setBack: false,
    });
  }

  /** It is about a row that the server had lost before it was written. */
  private namesLost({ payload }: RawCommand): boolean {
    const content = JSON.stringify(payload);
    return [...this.promised.values()].some(
      ({ command, setBack }) => setBack && content.includes(command.entity.id),
    );
  }

  mayBeRefused(command: RawCommand): void {
    const promised = this.promised.get(command.id);
    if (promised) promised.refusable = true;
  }

  letGo(id: string): void {
    const promised = this.promised.get(id);
    if (!promised || promised.gone) return;
    promised.gone = true;
    const name = commandId(promised.command);
    const late = this.server.late.some((request) => idOf(request) === name);
    const flying = this.phone.inFlight.some(({ request }) => idOf(request) === name);
    if (late || flying || this.server.holds(name)) this.tainted.add(keyOf(promised.command));
  }

  /** The server has lost these. Those with a receipt on the phone have to come again; of others nobody knows. */
  setBack(lost: readonly string[], commands: readonly RawCommand[]): void {
    const stored = new Map(commands.map((command) => [command.id, command]));
    for (const promised of this.promised.values()) {
      const { command } = promised;
      const key = keyOf(command);
      if (!lost.includes(commandId(command))) continue;
      // Sent again, the command comes after later writes.
      this.tainted.add(key);
      promised.setBack = true;
      promised.refusable = true;
      // Commands about a row that does not exist yet may be refused with it.
      for (const other of this.promised.values())
        if (JSON.stringify(other.command.payload).includes(command.entity.id)) other.refusable = true;
      if (command.kind === 'lead.match' || stored.get(command.id)?.status !== 'delivered')
        this.unknown.add(key);
    }
  }

  async check(): Promise<void> {
    expect(this.server.violations).toEqual([]);
    expect(new Set(this.server.effects).size, 'in effect once').toBe(this.server.effects.length);
    for (const command of this.all) {
      const author = this.server.authorOf(commandId(command));
      if (author !== undefined) expect(author, 'under its own name').toBe(command.userId);
    }
    const commands = await this.commands();
    const stored = new Map(commands.map((command) => [command.id, command]));
    for (const { command, gone, setBack } of this.promised.values()) {
      const here = stored.get(command.id);
      // Signing out removes the receipts.
      if (setBack && !here && !this.server.holds(commandId(command))) this.unknown.add(keyOf(command));
      if (this.unknown.has(keyOf(command))) continue;
      if (gone) expect(here, 'what was let go is gone').toBeUndefined();
      else if (!here) expect(this.server.holds(commandId(command)), `${command.id} was lost`).toBe(true);
      if (here?.status === 'delivered' && !setBack) {
        expect(this.server.holds(commandId(command)), 'delivered means carried out').toBe(true);
      }
      // A command can be both only when it arrives after the server has denied having it.
      const isBoth = here?.status === 'rejected' && this.server.holds(commandId(command));
      if (isBoth)
        expect(this.server.arrivedLate, `${command.id} is refused and there`).toContain(commandId(command));
    }
    this.checkSight(commands);
    this.checkScreen(commands, stored);
  }

  private checkSight(commands: RawCommand[]): void {
    const viewer = { userId: this.phone.session?.userId ?? null, visitor: this.phone.visitor };
    for (const command of commands) {
      const sight = sightOf(command, viewer);
      if (command.userId !== null && command.userId !== viewer.userId) expect(sight).toBe('hidden');
      if (command.userId === null && viewer.userId !== null) expect(sight).toBe('veiled');
      if (command.userId === null && command.visitor !== viewer.visitor) expect(sight).not.toBe('whole');
    }
  }

  /** The screen shows the last write that was not refused, from the moment it was stored. */
  private checkScreen(commands: RawCommand[], stored: Map<string, RawCommand>): void {
    const key = `user_profiles/${this.anna}`;
    if (this.phone.session?.userId !== this.anna || this.tainted.has(key)) return;
    const wanted: Record<string, unknown> = {};
    for (const { command, gone } of [...this.promised.values()].sort(
      (a, b) => a.command.seq - b.command.seq,
    )) {
      const status = stored.get(command.id)?.status;
      const out = status === 'rejected' || status === 'parked';
      if (out && this.server.holds(command.id)) return;
      if (keyOf(command) === key && !gone && !out) Object.assign(wanted, fieldsOf(command));
    }
    // A sign-out removes receipts before the replica, which would be pulled again.
    if (this.forgotten(stored)) return;
    expect(shown(this.phone, key, commands), 'what was written stays on the screen').toMatchObject(wanted);
  }

  private forgotten(stored: Map<string, RawCommand>): boolean {
    const version = this.phone.replica.get(`user_profiles/${this.anna}`)?.version ?? 0;
    return [...this.promised.values()].some(
      ({ command, gone }) =>
        !gone && !stored.has(command.id) && this.server.holds(command.id) && version < this.lastVersion(),
    );
  }

  private lastVersion(): number {
    return this.server.rows.get(`user_profiles/${this.anna}`)?.version ?? 0;
  }

  /** Call after healing. */
  async judge(pull: () => Promise<void>): Promise<void> {
    const { server, phone } = this;
    const commands = await this.commands();
    const stored = new Map(commands.map((command) => [command.id, command]));
    await this.check();
    for (const { command, gone, refusable, setBack } of this.promised.values()) {
      if (gone || this.unknown.has(keyOf(command))) continue;
      if (setBack && stored.get(command.id)?.status === 'delivered')
        expect(this.server.holds(commandId(command)), 'sent again after the restore').toBe(true);
      const status = stored.get(command.id)?.status ?? 'delivered';
      if (command.kind === 'later.kind') {
        const { dueAt: _dueAt, ...kept } = command;
        expect(stored.get(command.id), 'what only a later release knows is kept as it is').toMatchObject(
          kept,
        );
        continue;
      }
      const fair = refusable || status === 'parked' ? ['delivered', 'rejected', 'parked'] : ['delivered'];
      expect(fair, `${command.kind} ${command.id}, refusable ${refusable}`).toContain(status);
      if (status === 'delivered') continue;
      if (setBack && status === 'rejected')
        expect(stored.get(command.id)?.lostAt, 'what was acknowledged and lost says so').toBeDefined();
      const author = { userId: command.userId, visitor: command.visitor };
      expect(
        pendingFor(commands, author).some((one) => one.command.id === command.id),
        'shown',
      ).toBe(true);
    }
    for (const [key, row] of server.rows) {
      const settled = shown(phone, key, commands);
      expect(settled, `the screen equals the server in ${key}`).toEqual(row.fields);
    }
    for (const key of new Set([...this.promised.values()].map(({ command }) => keyOf(command)))) {
      if (!this.tainted.has(key)) this.checkOrder(key, stored);
    }
    // From here on only the server's state counts.
    await server.change(`user_profiles/${this.anna}`, { name: 'changed elsewhere' });
    await pull();
    expect(shown(phone, `user_profiles/${this.anna}`, await this.commands()).name).toBe('changed elsewhere');
  }

  private checkOrder(key: string, stored: Map<string, RawCommand>): void {
    const own = [...this.promised.values()].filter(
      ({ command, gone }) => keyOf(command) === key && !gone && stored.get(command.id)?.status !== 'rejected',
    );
    const order = own.sort((a, b) => a.command.seq - b.command.seq).map(({ command }) => commandId(command));
    const effects = this.server.effects.filter((id) => order.includes(id));
    expect(effects, `in order: ${key}`).toEqual(order.filter((id) => effects.includes(id)));
  }
}

export function commandId({ id, kind, payload }: RawCommand): string {
  return kind === 'lead.match' ? `match of ${(payload as { leadId: string }).leadId}` : id;
}

import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import type { TestDatabase } from '../../support/database.ts';
import { asking, requestOf } from '../../support/door.ts';

/** One PostgreSQL session whose transactions the test begins and ends itself. */
export class Session {
  private isRequest = false;

  private constructor(
    private readonly connection: postgres.ReservedSql,
    /** Process id on the server, for pg_blocking_pids. */
    readonly pid: number,
  ) {}

  static async open(sql: postgres.Sql): Promise<Session> {
    const connection = await sql.reserve();
    const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
    if (!row) throw new Error('no session');
    return new Session(connection, row.pid);
  }

  /** Rejects with the server's refusal, which a test may look at after the other session's commit. */
  run(statement: string): Promise<unknown[]> {
    const passed = this.pass(statement);
    const rows = this.connection.unsafe(statement).then((found) => [...found]);
    rows.catch(() => undefined);
    // The door's refusal comes first: the statement after it only fails because of it.
    const answer = passed.then(() => rows);
    // Refused in between, it is no unhandled rejection.
    answer.catch(() => undefined);
    return answer;
  }

  /** A person's statements pass the door of requests, each by itself. Sent at once, so that it comes before them. */
  private pass(statement: string): Promise<unknown> {
    if (/^(commit|rollback|begin)$/.test(statement)) this.isRequest = false;
    const asked = this.isRequest ? requestOf(statement) : null;
    if (asked === null) return Promise.resolve();
    return this.connection.unsafe(asking(asked)).then(() => undefined);
  }

  begin = () => this.run('begin');
  commit = () => this.run('commit');

  /** Begins a transaction as the API does for that person. */
  async beginAs(person: string): Promise<void> {
    await this.begin();
    const claims = JSON.stringify({ sub: person, role: 'authenticated' });
    await this.run(`select set_config('request.jwt.claims', '${claims}', true)`);
    await this.run('set local role authenticated');
    this.isRequest = true;
  }

  /**
   * Resolves when the session's statement waits for another session; `observer` is neither of them.
   */
  async isWaiting(observer: TestDatabase): Promise<void> {
    for (;;) {
      const [row] = await observer.query<{ blocked: boolean }>(
        'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
        [this.pid],
      );
      if (row?.blocked) return;
      await pause(5);
    }
  }

  release(): void {
    this.connection.release();
  }
}

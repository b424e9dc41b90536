import type postgres from 'postgres';

/** One PostgreSQL session whose transactions the test opens and ends itself. */
export class Session {
  private constructor(
    private readonly connection: postgres.ReservedSql,
    /** Of the server process, for pg_blocking_pids. */
    readonly pid: number,
  ) {}

  static async open(sql: postgres.Sql): Promise<Session> {
    const connection = await sql.reserve();
    const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
    if (!row) throw new Error('no session');
    return new Session(connection, row.pid);
  }

  async run(statement: string): Promise<unknown[]> {
    return [...(await this.connection.unsafe(statement))];
  }

  begin = () => this.run('begin');
  commit = () => this.run('commit');

  release(): void {
    this.connection.release();
  }
}

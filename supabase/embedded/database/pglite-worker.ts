/** PGlite in a worker thread, so that an endless statement blocks the database only, not the server. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Asked, Failure, Message, Question, Rows } from './pglite-messages.ts';
import { openInThisThread } from './pglite-open.ts';

const say = (message: Message) => parentPort?.postMessage(message);
const { driver } = await openInThisThread({ dataDir: String(workerData.dataDir) });

parentPort?.on('message', ({ id, question }: Asked) => {
  answer(question).then(
    (rows) => say({ kind: 'answer', id, rows }),
    (error: unknown) => {
      say({
        kind: 'failed',
        id,
        error: failureOf(error),
        isBroken: error instanceof WebAssembly.RuntimeError,
      });
    },
  );
});

async function answer(question: Question): Promise<Rows> {
  switch (question.kind) {
    case 'exec': {
      const results = await driver.exec(question.sql);
      return { rows: results.at(0)?.rows ?? [] };
    }
    case 'query': {
      const { rows, affectedRows } = await driver.query(question.sql, [...question.params]);
      return { rows, affectedRows };
    }
    case 'listen':
      await driver.listen(question.channel, (payload) =>
        say({ kind: 'notified', channel: question.channel, payload }),
      );
      return { rows: [] };
    case 'unlisten':
      await driver.unlisten(question.channel);
      return { rows: [] };
    case 'close':
      await driver.close();
      return { rows: [] };
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  // Sends only text fields: others (parameters of the statement, whole objects) may not be cloneable.
  const fields = Object.entries(error).filter(([, value]) => typeof value === 'string');
  return { ...Object.fromEntries(fields), message: error.message };
}

say({ kind: 'ready' });

import { availableParallelism } from 'node:os';
import type { TestProject } from 'vitest/node';
import { findPostgres } from '../support/postgres.ts';
import { startTemplates } from '../support/postgres-template.ts';
import { asSuperuserOf, createProject, startHostedCluster } from './cluster.ts';
import { pushOrThrow } from './push.ts';

/** Pushes the product to the hosted-like databases that the tests copy, one for each process. */
export default function setup({ config }: TestProject): Promise<() => Promise<void>> {
  const postgres = findPostgres();
  if (!postgres.found) throw new Error(postgres.reason);
  return startTemplates(
    async (cluster) => {
      const url = await createProject(cluster);
      await pushOrThrow(url);
      // Database tests name pictures without files; tests/hosted/pictures.test.ts takes this away.
      await asSuperuserOf(url)(
        `create function storage.reads_pictures() returns boolean language sql immutable as 'select true'`,
      );
      return { url, isHosted: true };
    },
    config.maxWorkers ?? availableParallelism(),
    startHostedCluster,
  );
}

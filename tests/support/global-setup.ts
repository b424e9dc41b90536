import { ensureBuild } from '../../scripts/build-once';

export default async function globalSetup(): Promise<void> {
  await ensureBuild();
}

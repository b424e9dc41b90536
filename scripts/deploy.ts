/** `npm run deploy`: deploys to the linked Supabase project and builds the app into dist/; `-- --check` only checks. */
import { fileURLToPath } from 'node:url';
import { deploy } from './deploy/deploy.ts';

const isDone = await deploy({
  root: fileURLToPath(new URL('../', import.meta.url)),
  env: process.env,
  checkOnly: process.argv.includes('--check'),
  print: (line) => console.log(line),
});
process.exitCode = isDone ? 0 : 1;

/** `npm run deploy`: the product onto the linked Supabase project, and the app into dist/; `-- --check` only looks. */
import { fileURLToPath } from 'node:url';
import { deploy } from './deploy/deploy.ts';

const isDone = await deploy({
  root: fileURLToPath(new URL('../', import.meta.url)),
  env: process.env,
  checkOnly: process.argv.includes('--check'),
  print: (line) => console.log(line),
});
process.exitCode = isDone ? 0 : 1;

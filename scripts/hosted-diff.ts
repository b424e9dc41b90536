/**
 * `npm run hosted:diff -- <database URL>`: lists how a hosted project differs from what the tests assume
 * (tests/hosted/facts.json). Reads catalogues with the role of the URL and changes nothing.
 */
import { differences, knownFacts, readFacts } from '../tests/hosted/facts.ts';

const [url] = process.argv.slice(2);
if (url === undefined) {
  console.error('Usage: npm run hosted:diff -- postgres://postgres:<password>@<host>:5432/postgres');
  process.exit(2);
}
const found = differences(await knownFacts(), await readFacts(url));
for (const line of found) console.log(line);
console.log(found.length === 0 ? 'No differences' : `${found.length} differences`);
process.exit(found.length === 0 ? 0 : 1);

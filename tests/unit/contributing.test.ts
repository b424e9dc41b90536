/**
 * The guide for first-time contributors names existing files and rooms, and the README links to it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const GUIDE = '.github/CONTRIBUTING.md';
const text = readFileSync(GUIDE, 'utf8');

it('every file that it names exists', () => {
  const named = [...text.matchAll(/`((?:src|sw|supabase|tests|scripts)(?:\/[\w./-]+)?|[\w.]+\.json)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it('every link in it works, and the README links to it', () => {
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(dirname(GUIDE), link)))).toEqual([]);
  expect(readFileSync('README.md', 'utf8')).toContain(`](${GUIDE})`);
});

it('the map has every room of src, tests and supabase', () => {
  const rooms = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const left = [...rooms('src'), ...rooms('supabase')].filter((room) => !text.includes(`| \`${room}\` |`));
  expect(left).toEqual([]);
});

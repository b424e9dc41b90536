/** Allowed places of the push toggle (specification 000 §2). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('[A043] the toggle is on the four pages of student and teacher only', () => {
  const uses = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) =>
      /from '(@\/features\/push|\.)\/components\/push-toggle'/.test(readFileSync(file, 'utf8')),
    );
  expect(uses.sort()).toEqual(
    ['student', 'teacher'].flatMap((who) => [
      `src/pages/${who}/configurations-page.tsx`,
      `src/pages/${who}/notifications-page.tsx`,
    ]),
  );
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dateChangelog } from './changelog';

const TEXT = `# Changelog

## [Unreleased]

### Added

- A page.

## [1.0.0] - 2026-11-28

- All.
`;

it('what was not released gets version and day, below a new empty section', () => {
  expect(dateChangelog(TEXT, '1.1.0', '2026-12-24')).toBe(`# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-24

### Added

- A page.

## [1.0.0] - 2026-11-28

- All.
`);
});

it('a version is released once, and never without a word', () => {
  expect(() => dateChangelog(TEXT, '1.0.0', '2026-12-24')).toThrow('section of 1.0.0 already');
  expect(() => dateChangelog(TEXT.replace('### Added\n\n- A page.\n', ''), '1.1.0', '2026-12-24')).toThrow(
    'nothing under [Unreleased]',
  );
});

it('this project’s changelog can be dated, or has been', () => {
  const text = readFileSync('.github/CHANGELOG.md', 'utf8');
  const released = [...text.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/gm)];
  expect(text).toMatch(/^## \[Unreleased\]$/m);
  if (released.length === 0)
    expect(dateChangelog(text, '1.0.0', '2026-11-28')).toContain('## [1.0.0] - 2026-11-28');
});

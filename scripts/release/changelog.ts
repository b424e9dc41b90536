/** The changelog's sections (https://keepachangelog.com/en/1.1.0/). */

const UNRELEASED = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|^\[[^\]]+\]: |$(?![\s\S]))/m;

/**
 * Dates the section of what is not released yet, and begins an empty one above it. Throws when there is nothing to
 * release, or when the version is there already.
 */
export function dateChangelog(text: string, version: string, day: string): string {
  if (text.includes(`## [${version}]`)) throw new Error(`The changelog has a section of ${version} already`);
  const section = UNRELEASED.exec(text);
  if (!section?.[1]?.trim()) throw new Error('The changelog has nothing under [Unreleased]');
  return text
    .replace(UNRELEASED, () => `## [Unreleased]\n\n## [${version}] - ${day}\n\n${section[1]?.trim()}\n\n`)
    .trimEnd()
    .concat('\n');
}

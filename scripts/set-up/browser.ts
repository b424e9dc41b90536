/**
 * Chromium's headless shell for machines without a Chromium: a build for bare servers, which brings the libraries that
 * they lack (NSS, expat) and a font.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { folderOf, type PinnedPackage, run } from './pinned-package.ts';

const LAUNCHER = 'headless-shell';

export const BROWSER: PinnedPackage = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  sha512: 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
  bytes: 69_995_309,
  prepare,
};

/** Undefined until it was fetched. */
export function fetchedShell(): string | undefined {
  const path = join(folderOf(BROWSER), LAUNCHER);
  return existsSync(path) ? path : undefined;
}

async function prepare(folder: string): Promise<void> {
  const packed = join(folder, 'bin');
  const program = join(folder, 'shell');
  const libraries = join(folder, 'libraries');
  const fonts = join(folder, 'fonts');
  for (const made of [program, libraries, fonts]) await mkdir(made);
  await unpack(join(packed, 'chromium.br'), join(program, 'chromium'), 0o755);
  await unpackAll(join(packed, 'al2023.tar.br'), libraries);
  await unpackAll(join(packed, 'fonts.tar.br'), fonts);
  // Its own fonts.conf names folders of another machine.
  await writeFile(join(fonts, 'fonts.conf'), FONTS);
  await writeFile(join(folder, LAUNCHER), LAUNCH, { mode: 0o755 });
  await rm(packed, { recursive: true });
  await run(join(folder, LAUNCHER), ['--version'], folder);
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** A launcher, so that whatever starts a browser by its path needs to know nothing about libraries. */
const LAUNCH = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/libraries/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/shell/chromium" "$@"
`;

async function unpack(from: string, to: string, mode = 0o644): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
}

async function unpackAll(from: string, folder: string): Promise<void> {
  const archive = join(folder, 'archive.tar');
  await unpack(from, archive);
  await run('tar', ['-xf', archive, '--no-same-owner'], folder);
  await rm(archive);
}

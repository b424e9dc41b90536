import { accessSync, constants, statSync } from 'node:fs';

/** Tells whether there is a program that can be started: a hidden or emptied one counts as absent. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const file = statSync(path);
    return file.isFile() && file.size > 0;
  } catch {
    return false;
  }
}

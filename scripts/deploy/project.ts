/** The project that this folder is linked to, and the one named in config.toml. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const UNNAMED = 'projectrefprojectref';
const REF = /^[a-z]{20}$/;

export interface ProjectFiles {
  /** Null when `supabase link` was not run here. */
  linked: string | null;
  /** `project_id` of `[remotes.production]`; a literal, because the CLI does not substitute a variable there. */
  named: string;
  transformsImages: boolean;
}

export async function readProject(root: string): Promise<ProjectFiles> {
  const [linked, config] = await Promise.all([
    textOf(join(root, 'supabase/.temp/project-ref')),
    textOf(join(root, 'supabase/config.toml')),
  ]);
  const ref = linked?.trim() ?? '';
  return {
    linked: REF.test(ref) ? ref : null,
    named: settingOf(config ?? '', 'remotes.production', 'project_id'),
    transformsImages:
      settingOf(config ?? '', 'remotes.production.storage.image_transformation', 'enabled') === 'true',
  };
}

function settingOf(config: string, section: string, key: string): string {
  const [, body = ''] = config.split(`[${section}]\n`);
  return new RegExp(`^${key} = "?([^"\n]*?)"?$`, 'm').exec(body.split('\n[')[0] ?? '')?.[1] ?? '';
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

import { expect, it } from 'vitest';
import { readSidebar } from './sidebar-state';

it.each([
  ['', true],
  ['danceflix_sidebar=open', true],
  ['a=b; danceflix_sidebar=closed', false],
  ['other_danceflix_sidebar=closed', true],
])('the sidebar after %j', (cookies, open) => expect(readSidebar(cookies)).toBe(open));

import { describe, expect, it, vi } from 'vitest';
import { forgetDrafts } from '@/auth/leaving/forget';
import { storedKeys, writeText } from '@/lib/stored';
import { replaceStorage } from '../../../../tests/support/page-storage';
import { dropProfileDraft, keepProfileDraft, readProfileDraft } from './profile-draft';

const draft = {
  edits: { bio: 'Aulas na praia', modalities: ['grupo'], isPaused: true },
  baseVersion: 7,
};

describe('draft of the own profile', () => {
  it('survives until it is deleted', () => {
    expect(keepProfileDraft('ana', draft)).toBe(true);
    expect(readProfileDraft('ana')).toEqual(draft);
    dropProfileDraft('ana');
    expect(readProfileDraft('ana')).toBeNull();
  });

  it('belongs to one user', () => {
    keepProfileDraft('ana', draft);
    expect(readProfileDraft('bruno')).toBeNull();
  });

  it('is deleted at sign-out', () => {
    keepProfileDraft('ana', draft);
    forgetDrafts();
    expect(storedKeys('')).toHaveLength(0);
  });

  it('ignores fields that the form does not know', () => {
    const edits = { bio: 3, role: 'admin', styleIds: ['a', 1], name: 'Ana' };
    writeText('danceflix_private_draft_profile_ana', JSON.stringify({ ...draft, edits }));
    expect(readProfileDraft('ana')?.edits).toEqual({ name: 'Ana' });
    writeText('danceflix_private_draft_profile_ana', '{"edits":');
    expect(readProfileDraft('ana')).toBeNull();
  });

  it('reports when the phone refuses to store it', () => {
    replaceStorage({
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(keepProfileDraft('ana', draft)).toBe(false);
    vi.unstubAllGlobals();
  });
});

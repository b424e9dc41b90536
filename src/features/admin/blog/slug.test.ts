import { describe, expect, it } from 'vitest';
import { slugOf } from '@/lib/slug';
import { slugError } from './post';

describe('address of an article', () => {
  it.each([
    ['Como escolher um professor?', 80, 'como-escolher-um-professor'],
    ['  São Paulo: forró & samba!  ', 80, 'sao-paulo-forro-samba'],
    ['uma palavra cortada', 12, 'uma-palavra'],
    ['otorrinolaringologista', 8, 'otorrino'],
    ['???', 80, ''],
  ])('%j', (title, longest, slug) => expect(slugOf(title, longest)).toBe(slug));

  it.each(['', 'Aula', 'aula--de', '-aula', 'aula-', 'aulá', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0001'])(
    'is not %j',
    (slug) => expect(slugError(slug)).not.toBeNull(),
  );

  it('consists of words with hyphens', () => expect(slugError('aula-de-forro-2')).toBeNull());
});

import { expect, test } from 'vitest';
import { emptyDraft } from './draft';
import { messageErrors } from './message';

test('characters are counted like in the database: an emoji is one', () => {
  const errors = (title: string) => messageErrors({ ...emptyDraft(), title, body: 'Venha dançar' }, []);
  expect(errors('💃!').title).toBeDefined();
  expect(errors('💃!!')).toEqual({});
});

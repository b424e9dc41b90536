import { expect, test } from 'vitest';
import { emptyDraft } from './draft';
import { messageErrors } from './message';

test('letters are counted as the database counts them: an emoji is one', () => {
  const errors = (title: string) => messageErrors({ ...emptyDraft(), title, body: 'Venha dançar' }, []);
  expect(errors('💃!').title).toBeDefined();
  expect(errors('💃!!')).toEqual({});
});

import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useTypingMark } from './use-typing-mark';

afterEach(() => document.body.replaceChildren());

it('marks from the first focus or key in a field until the page is scrolled', () => {
  const [field, list] = [document.createElement('input'), document.createElement('section')];
  document.body.append(field, list);
  const { unmount } = renderHook(() => useTypingMark({ current: list }));
  const isMarked = () => list.dataset.typing !== undefined;
  const tell = (type: string, target: EventTarget = field) =>
    target.dispatchEvent(new Event(type, { bubbles: true }));
  tell('focusin', list);
  expect(isMarked()).toBe(false);
  tell('focusin');
  expect(isMarked()).toBe(true);
  field.blur();
  expect(isMarked()).toBe(true);
  tell('scroll', document);
  expect(isMarked()).toBe(false);
  tell('beforeinput');
  expect(isMarked()).toBe(true);
  tell('scroll', document);
  unmount();
  tell('focusin');
  expect(isMarked()).toBe(false);
});

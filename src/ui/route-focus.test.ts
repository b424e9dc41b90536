import { afterEach, expect, test } from 'vitest';
import { giveHeadingFocus, wantHeadingFocus } from './route-focus';

function shown<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.tabIndex = name === 'h1' ? -1 : 0;
  return document.body.appendChild(element);
}

afterEach(() => {
  giveHeadingFocus(shown('h1'));
  document.body.replaceChildren();
});

test('the heading takes the focus of a navigation once, also from the link that led to it and stays', () => {
  const link = shown('a');
  link.focus();
  wantHeadingFocus();
  const heading = shown('h1');
  giveHeadingFocus(heading);
  expect(document.activeElement).toBe(heading);
  link.focus();
  giveHeadingFocus(heading);
  expect(document.activeElement).toBe(link);
});

test('the heading takes the focus of a link that is gone with its page', () => {
  const link = shown('a');
  link.focus();
  wantHeadingFocus();
  link.remove();
  const heading = shown('h1');
  giveHeadingFocus(heading);
  expect(document.activeElement).toBe(heading);
});

test('a heading that appears late leaves the focus where the person has moved it since', () => {
  const moved = shown('button');
  wantHeadingFocus();
  moved.focus();
  giveHeadingFocus(shown('h1'));
  expect(document.activeElement).toBe(moved);
});

test('a heading does not take the focus from somebody who types', () => {
  const field = shown('input');
  field.focus();
  wantHeadingFocus();
  giveHeadingFocus(shown('h1'));
  expect(document.activeElement).toBe(field);
});

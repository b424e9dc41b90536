import { afterEach, beforeEach, expect, test } from 'vitest';
import { ignoreSecondTaps } from './second-taps';

let heard: string[] = [];
let stop: () => void;
let button: HTMLButtonElement;

beforeEach(() => {
  history.replaceState(null, '', '/teachers/marina');
  heard = [];
  stop = ignoreSecondTaps();
  button = document.createElement('button');
  button.addEventListener('click', () => heard.push(location.pathname));
  document.body.append(button);
});

afterEach(() => {
  stop();
  button.remove();
});

/** A press at a time in milliseconds, then its click. */
function tap(time: number, y = 700, on: HTMLElement = button): void {
  const press = new MouseEvent('pointerdown', { bubbles: true, clientX: 100, clientY: y });
  Object.defineProperty(press, 'timeStamp', { value: time });
  on.dispatchEvent(press);
  on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
}

const open = (path: string) => history.pushState(null, '', path);

test('the second half of a double tap does nothing on the page that the first half opened', () => {
  tap(1000);
  open('/student/requests/new');
  tap(1250);
  expect(heard).toEqual(['/teachers/marina']);
  tap(1900);
  expect(heard).toEqual(['/teachers/marina', '/student/requests/new']);
});

test('on the same page, elsewhere, later or by a key it counts', () => {
  tap(1000);
  tap(1100);
  open('/student/requests/new');
  tap(1200, 500);
  open('/student/requests');
  tap(1700, 500);
  open('/search');
  button.click();
  tap(2000);
  open('/register');
  button.dispatchEvent(new Event('input', { bubbles: true }));
  tap(2100);
  expect(heard).toHaveLength(7);
});

test('a link that comes to lie where the button was is not followed by the second half', () => {
  const link = document.createElement('a');
  link.href = '/search';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    heard.push('link');
  });
  document.body.append(link);
  tap(1000);
  tap(1250, 700, link);
  expect(heard).toEqual(['/teachers/marina']);
  tap(1800, 700, link);
  tap(1900, 700, link);
  expect(heard).toEqual(['/teachers/marina', 'link', 'link']);
  link.remove();
});

test('a sheet that the first half opened is not closed by the second, beside it', () => {
  const sheet = document.createElement('dialog');
  const inside = document.createElement('button');
  sheet.append(inside);
  sheet.addEventListener('click', ({ target }) => heard.push(target === sheet ? 'beside' : 'inside'));
  document.body.append(sheet);
  tap(1000);
  tap(1200, 700, sheet);
  expect(heard).toEqual(['/teachers/marina']);
  tap(2000, 700, sheet);
  tap(3000);
  tap(3200, 700, inside);
  expect(heard).toEqual(['/teachers/marina', 'beside', '/teachers/marina', 'inside']);
  sheet.remove();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ignoreSecondTaps } from './second-taps';

let heard: string[] = [];
let stop: () => void;
let button: HTMLButtonElement;
/** Lies under every finger; the page of a test has no places. */
let lying: Element | null = null;

beforeEach(() => {
  document.elementFromPoint = () => lying;
  history.replaceState(null, '', '/teachers/marina');
  heard = [];
  stop = ignoreSecondTaps();
  button = document.createElement('button');
  button.addEventListener('click', () => heard.push(location.pathname));
  document.body.append(button);
  lying = button;
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
  open('/login');
  button.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Escape' }));
  tap(2200);
  expect(heard).toHaveLength(8);
});

test('a control that comes to lie where the button was is not pressed by the second half', () => {
  for (const tag of ['a', 'button']) {
    const other = document.createElement(tag);
    if (other instanceof HTMLAnchorElement) other.href = '/search';
    other.addEventListener('click', (event) => {
      event.preventDefault();
      heard.push(tag);
    });
    document.body.append(other);
    heard = [];
    lying = button;
    tap(1000);
    lying = other;
    tap(1250, 700, other);
    expect(heard).toEqual(['/teachers/marina']);
    tap(1800, 700, other);
    tap(1900, 700, other);
    expect(heard).toEqual(['/teachers/marina', tag, tag]);
    other.remove();
    stop();
    stop = ignoreSecondTaps();
  }
});

test('a control that lay beside the button before is pressed', () => {
  const neighbour = document.createElement('button');
  neighbour.addEventListener('click', () => heard.push('neighbour'));
  document.body.append(neighbour);
  tap(1000);
  tap(1200, 710, neighbour);
  expect(heard).toEqual(['/teachers/marina', 'neighbour']);
  neighbour.remove();
});

test('a sheet that the first half opened is not closed by the second, beside it, and nothing in it is pressed', () => {
  const sheet = document.createElement('dialog');
  const inside = document.createElement('button');
  sheet.append(inside);
  sheet.addEventListener('click', ({ target }) => heard.push(target === sheet ? 'beside' : 'inside'));
  document.body.append(sheet);
  tap(1000);
  lying = sheet;
  tap(1200, 700, sheet);
  expect(heard).toEqual(['/teachers/marina']);
  tap(2000, 700, sheet);
  lying = button;
  tap(3000);
  lying = inside;
  tap(3200, 700, inside);
  tap(3700, 700, inside);
  expect(heard).toEqual(['/teachers/marina', 'beside', '/teachers/marina', 'inside']);
  sheet.remove();
});

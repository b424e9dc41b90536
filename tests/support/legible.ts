import type { Page } from '@playwright/test';

/** Share of the screen that fixed and stuck bars may cover together. */
const MOST_COVERED = 0.35;

/** Letters to a line, on average, below which a text of several lines stands in a column too narrow to read. */
const FEWEST_LETTERS = 4;

/** Height of a line by the size of its letters above which a text of several lines falls apart. */
const MOST_APART = 2.2;

/**
 * The parts of the page that cannot be read or reached as it is drawn now, each as a sentence: text that is cut off, in
 * a column of a few letters or with its lines far apart, a page that scrolls sideways, bars over much of the screen,
 * labels over each other, fields that something covers.
 */
export async function illegible(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(cutOff)),
    ...(await page.evaluate(squeezed, [FEWEST_LETTERS, MOST_APART] as const)),
    ...(await page.evaluate(covered, MOST_COVERED)),
    ...(await crowdedLabels(page)),
    ...(await hiddenFields(page)),
  ];
}

function cutOff(): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) {
    const isWide = (one: Element) => one.getBoundingClientRect().right > root.clientWidth + 1;
    const innermost = [...document.querySelectorAll('#root *')].filter(
      (one) =>
        isWide(one) && ![...one.children].some(isWide) && !one.closest('svg *, [data-carousel], [hidden]'),
    );
    const names = innermost.slice(0, 3).map((one) => `${one.tagName}.${one.getAttribute('class')}`);
    found.push(`sideways: ${root.scrollWidth} px wide, by ${names.join(', ')}`);
  }
  /** Cuts lines on purpose, with dots at the end. */
  const isShortened = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || (style.webkitLineClamp !== '' && style.webkitLineClamp !== 'none');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const holder = text.parentElement;
    if (
      !text.data.trim() ||
      !holder ||
      holder.closest('svg, script, style, template, option, [aria-hidden="true"]')
    )
      continue;
    if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const fault = clipOf(holder, rect);
      if (!fault) continue;
      found.push(`cut off: “${text.data.trim().slice(0, 40)}” by ${fault}`);
      break;
    }
  }
  return [...new Set(found)];

  function clipOf(holder: Element, rect: DOMRect): string | null {
    if (rect.width < 1 || rect.height < 1) return null;
    for (let one: Element | null = holder; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      // Hidden from the eye only, for screen readers.
      if (box.width <= 1 || box.height <= 1 || isShortened(style)) return null;
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      if (scrolls || one.hasAttribute('data-carousel') || style.maskImage !== 'none') return null;
      const isCut = (how: string) => how === 'hidden' || how === 'clip';
      if (isCut(style.overflowX) && (rect.right > box.right + 2 || rect.left < box.left - 2))
        return `the width of ${one.tagName}.${one.className}`;
      // Line boxes are higher than the letters in them.
      const slack = Number.parseFloat(style.fontSize) * 0.3;
      if (isCut(style.overflowY) && (rect.bottom > box.bottom + slack || rect.top < box.top - slack))
        return `the height of ${one.tagName}.${one.className}`;
      // A fixed box has no ancestor that cuts it.
      if (style.position === 'fixed') return null;
    }
    return rect.left < -2 && rect.right > 0 ? 'the edge of the screen' : null;
  }
}

function squeezed([fewest, mostApart]: readonly [number, number]): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const holder = text.parentElement;
    if (!holder || holder.closest('svg, script, style, template, option')) continue;
    if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // Hidden from the eye only, for screen readers.
    if (holder.getBoundingClientRect().width <= 1) continue;
    const letters = text.data.trim();
    range.selectNodeContents(text);
    const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top));
    if (lines.size > 2 && letters.length / lines.size < fewest)
      found.push(`squeezed: “${letters.slice(0, 40)}” in ${lines.size} lines`);
    const { lineHeight, fontSize } = getComputedStyle(holder);
    if (lines.size > 1 && Number.parseFloat(lineHeight) > mostApart * Number.parseFloat(fontSize))
      found.push(`lines apart: “${letters.slice(0, 40)}”`);
  }
  return [...new Set(found)];
}

function covered(most: number): string[] {
  scrollTo(0, document.documentElement.scrollHeight / 3);
  const bars: [number, number, string][] = [];
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(one);
    if (style.position !== 'fixed' && style.position !== 'sticky') continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const { top, bottom, width } = one.getBoundingClientRect();
    const from = Math.max(0, top);
    const to = Math.min(innerHeight, bottom);
    if (width < innerWidth / 2 || to - from < 2) continue;
    // A sticky box that is not stuck scrolls with the page.
    const isStuck =
      style.position === 'fixed' ||
      (style.top !== 'auto' && Math.abs(top - Number.parseFloat(style.top)) < 2) ||
      (style.bottom !== 'auto' && Math.abs(innerHeight - bottom - Number.parseFloat(style.bottom)) < 2);
    if (isStuck) bars.push([from, to, `${one.tagName}.${one.className} ${Math.round(to - from)} px`]);
  }
  let sum = 0;
  let end = 0;
  for (const [from, to] of bars.sort((a, b) => a[0] - b[0])) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  scrollTo(0, 0);
  if (sum <= most * innerHeight) return [];
  return [
    `covered: ${Math.round((sum / innerHeight) * 100)} % by ${bars.map(([, , name]) => name).join(', ')}`,
  ];
}

/** The labels of the bottom bar that touch each other or leave the screen. */
export const crowdedLabels = (page: Page): Promise<string[]> => page.evaluate(crowdedBar);

function crowdedBar(): string[] {
  const bar = document.querySelector('nav[data-fixed-below]');
  if (!bar?.checkVisibility()) return [];
  // Labels of one pixel are for screen readers only.
  const shown = [...bar.querySelectorAll('a > span:last-child')].filter((one) => one.clientWidth > 1);
  const labels = shown.map((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    const texts = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const left = Math.min(...texts.map((rect) => rect.left));
    const right = Math.max(...texts.map((rect) => rect.right));
    return { name: link.textContent ?? '', left, right };
  });
  return labels.flatMap(({ name, left, right }, place) => {
    const next = labels[place + 1];
    if (next && right > next.left - 2) return [`bar: “${name}” runs into “${next.name}”`];
    return left < -1 || right > innerWidth + 1 ? [`bar: “${name}” runs off the screen`] : [];
  });
}

/** Headings and labels of controls where a line break divides a short word: their column is too narrow. */
export const narrow = (page: Page): Promise<string[]> => page.evaluate(brokenWords);

function brokenWords(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  for (const control of document.querySelectorAll('button, a, label, legend, h1, h2, h3')) {
    const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const holder = text.parentElement;
      if (!holder?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // Texts of one pixel, or of no size, are for screen readers only.
      if (
        control.clientWidth === 1 ||
        holder.clientWidth === 1 ||
        getComputedStyle(holder).fontSize === '0px'
      )
        continue;
      for (const { 0: word, index } of text.data.matchAll(/(?<![\p{L}@.])\p{L}{3,9}(?![\p{L}@]|\.\p{L})/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [first, last] = [range.getClientRects()[0], [...range.getClientRects()].at(-1)];
        if (!first || !last) continue;
        if (last.top >= first.bottom - 2)
          found.push(`broken: “${word}” in ${control.tagName}.${control.className}`);
      }
    }
  }
  return [...new Set(found)];
}

/** The fields of a page that are not visible while they have the focus, at most six looked at. */
export async function hiddenFields(page: Page): Promise<string[]> {
  const fields = page.locator(
    'main :is(input:not([type="file"], [type="hidden"], [type="checkbox"], [type="radio"], [type="range"]), select, textarea, [contenteditable="true"]):not(:disabled)',
  );
  const found: string[] = [];
  const many = Math.min(await fields.count(), 6);
  for (let place = 0; place < many; place++) {
    const field = fields.nth(place);
    if (!(await field.isVisible())) continue;
    await field.focus();
    const cover = await field.evaluate(async (element) => {
      // The browser scrolls the field into sight, and bars react to it, within two frames.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { left, top, bottom, width } = element.getBoundingClientRect();
      const middle = Math.min((top + bottom) / 2, Math.max(top, 0) + 24);
      if (middle < 0 || middle > innerHeight) return `out of sight at ${Math.round(top)} of ${innerHeight}`;
      const over = document.elementFromPoint(left + width / 2, middle);
      return element.contains(over) || element.parentElement?.contains(over)
        ? null
        : `under ${over?.tagName}.${over?.className}`;
    });
    if (cover)
      found.push(`field: ${await field.evaluate((one) => one.id || one.outerHTML.slice(0, 60))} is ${cover}`);
    await field.blur();
  }
  return found;
}

/**
 * In forced colours: controls without an edge, chosen ones that look like the others, and controls whose focus does not
 * show.
 */
export async function indistinct(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(() => {
    const has = (style: CSSStyleDeclaration) =>
      (style.borderBottomStyle !== 'none' && style.borderBottomWidth !== '0px') ||
      (style.outlineStyle !== 'none' && style.outlineWidth !== '0px');
    const name = (one: Element) =>
      `${one.tagName}.${one.className} “${one.textContent?.trim().slice(0, 30)}”`;
    const visible = (one: HTMLElement) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      one.getBoundingClientRect().width > 2;
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(visible);
    return [
      ...all('input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), select, textarea')
        .filter((one) => !has(getComputedStyle(one)) && !has(getComputedStyle(one.parentElement ?? one)))
        .map((one) => `forced colours: no edge on ${name(one)}`),
      ...all('[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"]')
        .filter((one) => !has(getComputedStyle(one)))
        .map((one) => `forced colours: chosen does not show on ${name(one)}`),
      ...all('.mantine-Button-root')
        .filter((one) => !has(getComputedStyle(one)))
        .map((one) => `forced colours: no edge on ${name(one)}`),
    ];
  });
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab');
    const lost = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return null;
      // A link that covers its card shows the focus on what it covers the card with.
      const shows = (candidate: Element) =>
        [null, '::after'].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(candidate, part);
          return outlineStyle !== 'none' && outlineWidth !== '0px';
        });
      // A card shows the focus of the link in it.
      for (
        let around: Element | null = one;
        around && around !== document.body;
        around = around.parentElement
      )
        if (shows(around)) return null;
      return `forced colours: focus does not show on ${one.tagName}.${one.className}`;
    });
    if (lost) found.push(lost);
  }
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

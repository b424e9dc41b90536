import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Opens something above the page, or something on it that Escape closes. */
const LAYER =
  /<dialog\b|\bshowModal\(|\bshowPopover\(|\bpopover=|role="(?:alert)?dialog"|aria-expanded=|<RichTextEditor\.Link\b/;
const BACK_CLOSES = /\buse(?:BackCloses|ModalDialog)\(/;
/** Mantine's own layers know nothing of 'back'. */
const OF_MANTINE =
  /import \{[^}]*\b(?:Combobox|Dialog|Drawer|HoverCard|Menu|Modal|MultiSelect|Popover|Select|Spotlight)\b[^}]*\} from '@mantine\/core'/;

/** These open in the flow of the page, in place of buttons or below their field. */
const IN_THE_PAGE = [
  'ui/name-field/name-field.tsx',
  'features/lessons/components/lesson-questions.tsx',
  'features/lessons/components/pix-payment.tsx',
  'features/lessons/components/request-actions.tsx',
  'features/outbox/components/pending-item.tsx',
];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx$/.test(file),
);
const textOf = (file: string) => readFileSync(`src/${file}`, 'utf8');

it("every dialog, sheet and menu closes on 'back'", () => {
  expect(sources.length).toBeGreaterThan(100);
  const layers = sources.filter((file) => LAYER.test(textOf(file)) && !IN_THE_PAGE.includes(file));
  expect(layers).toContain('ui/sheet.tsx');
  expect(layers.filter((file) => !BACK_CLOSES.test(textOf(file)))).toEqual([]);
  expect(sources.filter((file) => OF_MANTINE.test(textOf(file)))).toEqual([]);
});

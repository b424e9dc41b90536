import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Modules that measure a duration on this phone, or note a moment that only this phone reads again. A moment that was said
 * by others, or that decides what may be done about them, is read by `serverNow` and `useNow`.
 */
const BY_THE_PHONE = [
  'features/account/own/data-file.ts',
  'features/account/own/picture-files.ts',
  'features/admin/blog/post-editor.tsx',
  'features/admin/core/kept.ts',
  'features/admin/core/use-answer.ts',
  'features/blocks/actions.ts',
  'features/evaluations/components/pending-evaluations.tsx',
  'features/evaluations/received-own.ts',
  'features/events/components/event-detail.tsx',
  'features/favourites/actions.ts',
  'features/favourites/components/use-favourite-toggle.ts',
  'features/favourites/resume.ts',
  'features/install/ask.ts',
  'features/install/start.ts',
  'features/leads/actions.ts',
  'features/leads/kept.ts',
  'features/leads/use-loading.ts',
  'features/low-data/components/data-use-card.tsx',
  'features/push/actions.ts',
  'features/push/refresh.ts',
  'features/push/register.ts',
  'features/push/visitor.ts',
  'features/reports/visitor-reports.ts',
  'features/share/link-picture.ts',
  'features/supporters/own-support.ts',
  'features/teachers/profile/contact-dock.tsx',
  'features/teachers/profile/talk-question.tsx',
  'pages/admin/bulk-notifications-page.tsx',
  'pages/public/opened-alert.tsx',
  'ui/use-clock.ts',
];

it("screens and rules read moments by the server's clock", () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(features|pages|reads|ui|db)\/.*(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /Date\.now\b/.test(readFileSync(`src/${file}`, 'utf8')));
  expect(found.sort()).toEqual(BY_THE_PHONE);
});

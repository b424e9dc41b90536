/** The operator's tasks of the first day, printed at the end of a deploy. A task is ticked only if the deploy knows it done. */
import type { Context } from './context.ts';

/** Query with one row: whether there is an administrator, and how many teachers are on air. */
export const PEOPLE = `
  select exists (select from public.user_profiles where role = 'admin') as there,
    (select count(*)::int from public.teacher_listings where not _deleted) as teachers`;

const PUSH = [
  ...['VITE_FIREBASE_API_KEY', 'VITE_FIREBASE_PROJECT_ID', 'VITE_FIREBASE_SENDER_ID'],
  ...['VITE_FIREBASE_APP_ID', 'VITE_FIREBASE_VAPID_KEY', 'FCM_SERVICE_ACCOUNT'],
];

/** Lines with ✓ for what is done, · for what is not, and ? for what only a person can see. */
export function firstDay({ settings, env }: Pick<Context, 'settings' | 'env'>, teachers: number): string[] {
  const at = (path: string) => `${settings.VITE_SITE_URL.replace(/\/+$/, '')}${path}`;
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const line = (done: boolean | null, text: string, path: string) =>
    `${done === null ? '?' : done ? '✓' : '·'} ${text} ${at(path)}`;
  const push = PUSH.filter((name) => !isSet(name));
  return [
    '',
    'The first day (✓ done, · left, ? see for yourself):',
    line(
      teachers > 0,
      teachers > 0
        ? `Teachers on air: ${teachers}.`
        : 'First teacher: invite one, check the identity and approve.',
      '/admin/teachers',
    ),
    line(null, 'Terms and policy: read them with your own data in them.', '/terms-of-use'),
    line(
      isSet('VITE_TEAM_WHATSAPP'),
      isSet('VITE_TEAM_WHATSAPP')
        ? 'The team’s WhatsApp is on the site.'
        : 'The team’s WhatsApp: VITE_TEAM_WHATSAPP is not set.',
      '/seguranca',
    ),
    line(null, 'Mail: ask for a password link and see that it arrives.', '/forgot-password'),
    push.length === 0
      ? line(null, 'Push: the keys are set; send yourself a notice.', '/admin/bulk-notifications')
      : line(
          false,
          `Push: ${push.join(', ')} not set; notices stay in the app.`,
          '/admin/bulk-notifications',
        ),
    ...(teachers > 0 ? [] : [line(true, 'The campaign is closed until the first teacher.', '/campanha')]),
  ];
}

import { expect, type Page } from '@playwright/test';
import { PUBLISHABLE_KEY } from '../../../supabase/embedded/keys';

export interface Account {
  email: string;
  password: string;
}

/**
 * Signs in as the app does, and stores the session where the app keeps it
 * (src/auth/session/stored-session.ts): the next page starts as for people who had signed in before and
 * whose databases the browser evicted. The form itself has its own tests.
 */
export async function signedIn(page: Page, account: Account): Promise<void> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: PUBLISHABLE_KEY },
    data: account,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const {
    user,
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds,
  } = await answer.json();
  // A file of the same origin that is no page of the app.
  await page.goto('/robots.txt');
  await page.evaluate(
    ({ seconds, ...session }) => {
      const expiresAt = Date.now() + seconds * 1_000;
      localStorage.setItem('danceflix_session', JSON.stringify({ ...session, expiresAt }));
    },
    { userId: user.id, accessToken, refreshToken, seconds },
  );
}

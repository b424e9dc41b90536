import { expect } from '@playwright/test';
import { z } from 'zod';
import type { Product } from './product';

const mails = z.array(z.object({ to: z.string(), link: z.string().nullable() }));

/** The mails that an address has received. */
export async function mailsTo(product: Product, email: string): Promise<(string | null)[]> {
  const response = await fetch(product.mailbox, { headers: { accept: 'application/json' } });
  return mails
    .parse(await response.json())
    .filter(({ to }) => to === email)
    .map(({ link }) => link);
}

/**
 * The newest link that was mailed to an address, as soon as it is there: mails are sent after the
 * response.
 */
export async function linkTo(product: Product, email: string): Promise<string> {
  const newest = async () =>
    (await mailsTo(product, email)).findLast((link) => link?.includes('token_hash=')) ?? null;
  await expect.poll(newest, `a mail to ${email}`).not.toBeNull();
  return (await newest()) ?? '';
}

/** The link of the auth server's own templates: opening it redeems it and redirects. */
export function ownLink(link: string): string {
  const { origin, pathname, searchParams } = new URL(link);
  const own = new URL('/auth/v1/verify', origin);
  own.searchParams.set('token', searchParams.get('token_hash') ?? '');
  own.searchParams.set('type', searchParams.get('type') ?? '');
  const page = searchParams.get('type') === 'signup' ? '/login' : pathname;
  own.searchParams.set('redirect_to', origin + page);
  return own.toString();
}

/** Opens the auth server's own link without a browser; resolves to the redirect's target. */
export async function follow(link: string): Promise<URL> {
  const answer = await fetch(ownLink(link), { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

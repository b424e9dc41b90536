import { z } from 'zod';
import type { Product } from './product';

const mails = z.array(z.object({ to: z.string(), link: z.string().nullable() }));

/** How many mails an address has got. */
export async function mailsTo(product: Product, email: string): Promise<(string | null)[]> {
  const response = await fetch(product.mailbox, { headers: { accept: 'application/json' } });
  return mails
    .parse(await response.json())
    .filter(({ to }) => to === email)
    .map(({ link }) => link);
}

/** The newest link that was sent to an address. */
export async function linkTo(product: Product, email: string): Promise<string> {
  const link = (await mailsTo(product, email)).at(-1);
  if (!link) throw new Error(`No mail to ${email}`);
  return link;
}

/** Opens a mail's link without a browser; resolves to where it would lead. */
export async function follow(link: string): Promise<URL> {
  const answer = await fetch(link, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

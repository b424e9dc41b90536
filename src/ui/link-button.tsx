import { Button, type ButtonProps } from '@mantine/core';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import type { Href } from '@/lib/paths';
import { Link } from './link';

type Look = Pick<ButtonProps, 'variant' | 'color' | 'className' | 'fullWidth' | 'leftSection'>;

/** A real link inside the app that looks like a button. */
export function LinkButton({
  to,
  children,
  ...look
}: Look & { to: Href; children: ReactNode; 'aria-describedby'?: string }) {
  return (
    <Button component={Link} to={to} {...look}>
      {children}
    </Button>
  );
}

/** A link to another site: new tab, without `opener`. Search engines are told when it is paid for. */
export function OutsideLinkButton({
  href,
  sponsored = false,
  children,
  ...rest
}: Look & { href: string; sponsored?: boolean; children: ReactNode } & Pick<
    AnchorHTMLAttributes<HTMLAnchorElement>,
    'aria-label' | 'onClick'
  >) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel={sponsored ? 'noopener sponsored' : 'noopener'}
      {...rest}
    >
      {children}
    </Button>
  );
}

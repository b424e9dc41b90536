import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Writing } from './use-writing';

interface WriteButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'className'> {
  writing: Writing;
  onClick?: () => void;
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** Accessible name, where the visible text does not name action and target. */
  label?: string;
  children: ReactNode;
}

/** A button that writes; disabled offline, with the reason. */
export function WriteButton({
  writing,
  type = 'button',
  disabled,
  label,
  children,
  ...rest
}: WriteButtonProps) {
  const { blocked, busy } = writing;
  return (
    <Button
      type={type}
      disabled={disabled || busy || blocked !== null}
      title={blocked ?? undefined}
      aria-label={label}
      {...rest}
    >
      {children}
    </Button>
  );
}

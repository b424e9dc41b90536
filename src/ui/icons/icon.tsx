import type { ComponentType, ReactNode } from 'react';

export interface IconProps {
  /** Edge in CSS pixels. */
  size?: number;
}

/** What the route table stores for a navigation entry. */
export type IconComponent = ComponentType<IconProps>;

/** The one stroke style of every icon. Always decoration: the words beside it say what it means. */
export function Icon({ size = 22, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

import type { ReactNode } from 'react';

interface RolePanelProps {
  id: string;
  label: string;
  /** Whether tabs exchange it; otherwise it is no more than its content. */
  isPanel: boolean;
  children: ReactNode;
}

/** What the role tabs exchange. */
export function RolePanel({ id, label, isPanel, children }: RolePanelProps) {
  return isPanel ? (
    <div id={id} role="tabpanel" aria-label={label}>
      {children}
    </div>
  ) : (
    children
  );
}

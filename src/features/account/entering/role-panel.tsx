import type { ReactNode } from 'react';

interface RolePanelProps {
  id: string;
  label: string;
  /** Whether tabs switch this panel; otherwise only its content is drawn. */
  isPanel: boolean;
  children: ReactNode;
}

/** The panel that the role tabs switch. */
export function RolePanel({ id, label, isPanel, children }: RolePanelProps) {
  return isPanel ? (
    <div id={id} role="tabpanel" aria-label={label}>
      {children}
    </div>
  ) : (
    children
  );
}

import { type ReactNode, useId } from 'react';
import { ROLE_LABELS } from '../messages';
import { ChoiceTabs } from './choice-tabs';

export type AccountRole = 'student' | 'teacher';

const ROLES = [
  { value: 'student', label: ROLE_LABELS.student },
  { value: 'teacher', label: ROLE_LABELS.teacher },
] as const;

interface RoleChoiceProps {
  role: AccountRole;
  onRole(role: AccountRole): void;
  /** Radio buttons when the form is inside a panel of other tabs. */
  as: 'tabs' | 'radios';
  /** Hides the choice where the role is already fixed. */
  hidden?: boolean;
  disabled: boolean;
  children: ReactNode;
}

/** The choice between Aluno and Professor, above the form that it changes. */
export function RoleChoice({ role, onRole, as, hidden = false, disabled, children }: RoleChoiceProps) {
  const panelId = useId();
  return (
    <>
      {hidden ? null : (
        <ChoiceTabs
          label="Tipo de conta"
          choices={ROLES}
          value={role}
          onChange={onRole}
          as={as}
          panelId={panelId}
          disabled={disabled}
        />
      )}
      <RolePanel id={panelId} label={ROLE_LABELS[role]} isPanel={!hidden && as === 'tabs'}>
        {children}
      </RolePanel>
    </>
  );
}

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

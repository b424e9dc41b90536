/** Hints about a password; they never block (specification 000 §5). */
export const PASSWORD_MINIMUM = 6;

const HINTS = [
  { label: 'pelo menos 6 caracteres', met: (password: string) => password.length >= PASSWORD_MINIMUM },
  { label: 'letra maiúscula', met: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'letra minúscula', met: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'número', met: (password: string) => /\d/.test(password) },
  { label: 'caractere especial', met: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;

export interface PasswordStrength {
  hints: { label: string; met: boolean }[];
  /** 0 to 5. */
  score: number;
  /** Up to two hints met, up to four, all five. */
  label: 'Fraca' | 'Média' | 'Forte';
}

export function passwordStrength(password: string): PasswordStrength {
  const hints = HINTS.map(({ label, met }) => ({ label, met: met(password) }));
  const score = hints.filter(({ met }) => met).length;
  return { hints, score, label: score <= 2 ? 'Fraca' : score <= 4 ? 'Média' : 'Forte' };
}

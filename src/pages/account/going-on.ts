import { useSearchParams } from 'react-router-dom';
import { withRedirect } from '@/auth/entering/redirect';
import type { Identity } from '@/auth/identity';
import type { KnownRegistration } from '@/auth/outcomes';
import { destination } from '@/features/account/entering/use-sent-onward';
import { useDataNavigate } from '@/ui/navigate';

/** The role in the address: 'student' or 'teacher'; administrators have their own page. */
export function roleOf(query: URLSearchParams): 'student' | 'teacher' | null {
  const role = query.get('role');
  return role === 'student' || role === 'teacher' ? role : null;
}

/** Leaves the form for the requested page, the home page, or the completion of a registration. */
export function useGoOn() {
  const navigate = useDataNavigate();
  const [query] = useSearchParams();
  const redirect = query.get('redirect');
  return (identity: Identity, known: KnownRegistration | null = null) => {
    if (identity.state === 'registering') {
      void navigate(withRedirect('/register', redirect), { replace: true, state: { known } });
    } else void navigate(destination(identity, redirect), { replace: true });
  };
}

import { useLocation } from 'react-router-dom';
import { withRedirect } from '@/auth/entering/redirect';
import { useNavigate } from '@/ui/navigate';
import { showToast } from '@/ui/toast';
import { setFavourite } from '../actions';
import { keepVisitorFavourite } from '../visitor-favourite';

/**
 * Handles a tap on a heart: stores a student's change; leads a visitor to the sign-in and back, where the favourite is
 * then stored.
 */
export function useFavouriteToggle(who: 'student' | 'visitor') {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return ({ id, name }: { id: string; name: string }, wanted: boolean) => {
    if (who === 'student') {
      void setFavourite(id, wanted);
      return;
    }
    keepVisitorFavourite({ teacherId: id, name }, Date.now());
    void showToast({
      title: `Entre para salvar ${name}`,
      description: 'Depois de entrar, já estará em Meus professores.',
      id: 'favourite',
    });
    void navigate(withRedirect('/login', pathname + search, 'student'));
  };
}

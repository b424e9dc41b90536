/** The router's navigation with typed addresses: an address that is not in the route table does not compile. */
import {
  type NavigateOptions,
  type Path as RouterPath,
  useNavigate as useRouterNavigate,
} from 'react-router-dom';
import type { Href, PagePath } from '@/lib/paths';

/** An address in parts; without `pathname`, of the present page. */
export type HrefParts = Partial<Omit<RouterPath, 'pathname'>> & { pathname?: PagePath };

interface NavigateFunction {
  (to: Href | HrefParts, options?: NavigateOptions): void | Promise<void>;
  /** Steps through the history. */
  (delta: number): void | Promise<void>;
}

export const useNavigate: () => NavigateFunction = useRouterNavigate;

/** For an address from data that was checked when it was read: of a notification, a shared link, the address bar. */
export const useDataNavigate = useRouterNavigate;

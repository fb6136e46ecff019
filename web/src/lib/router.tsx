import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, type NavigateOptions, type To } from 'react-router';

// The bundler and the compiler load this file as `react-router-dom` (vite.config.ts, tsconfig.json).

export {
  BrowserRouter,
  matchPath,
  Navigate,
  NavigationType,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
export type { NavigateOptions } from 'react-router';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> &
  Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset'> & { to: To };

/**
 * A link to a screen. The library's own link also prefetches data for routes, and every screen would load the code for
 * that (UI-21).
 */
export function Link({ to, replace, state, preventScrollReset, onClick, ...anchor }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, {
    state: state as unknown,
    ...(replace !== undefined && { replace }),
    ...(preventScrollReset !== undefined && { preventScrollReset }),
  });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return <a {...anchor} href={href} onClick={click} />;
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** After an in-app navigation, scrolls to the top and moves the focus to the new screen. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}

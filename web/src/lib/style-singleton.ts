import { useEffect } from 'react';

/**
 * Returns a component that adds its `styles` to the page while it is mounted. If several are mounted, only the first
 * one's styles apply.
 *
 * Replaces the package `react-style-singleton` (vite.config.ts), which dialogs use to lock the page's scrolling. The
 * package adds `<style>` elements, which the content security policy forbids. Constructed stylesheets are allowed
 * (SEC-17).
 */
export function styleSingleton(): (props: { styles: string }) => null {
  const sheet = new CSSStyleSheet();
  let users = 0;
  return function Styles({ styles }) {
    useEffect(() => {
      if (users === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      users += 1;
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
    }, [styles]);
    return null;
  };
}

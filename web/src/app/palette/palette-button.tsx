import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { iconButtonClass } from '@/components/ui/button';
import { cn } from '@/lib/cn';

// Most visits never open the palette, so its chunk loads on the first hover or focus of the button.
const loadPalette = () => import('./palette');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette on click or Ctrl+K (⌘K on Apple devices). */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const preload = () => void loadPalette().catch(() => undefined);
  useShortcut(useCallback(() => setIsOpen((wasOpen) => !wasOpen && !hasOpenDialog()), []));
  return (
    <>
      <button
        type="button"
        aria-label="Search and commands"
        aria-keyshortcuts={IS_APPLE ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        title={`Search and commands (${IS_APPLE ? '⌘ K' : 'Ctrl K'})`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(true)}
        className={cn(iconButtonClass, 'xl:w-auto xl:gap-2 xl:border xl:border-rule-strong xl:px-2.5')}
      >
        <Search aria-hidden="true" />
        {/* Rendered with CSS `content`, so the shortcut is not part of the button's text. */}
        <kbd
          aria-hidden="true"
          data-keys={IS_APPLE ? '⌘ K' : 'Ctrl K'}
          className="hidden font-sans text-xs whitespace-nowrap text-ink-3 before:content-[attr(data-keys)] xl:inline"
        />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Palette onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}

function useShortcut(onPress: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onPress]);
}

/** Whether a dialog is open. The palette does not open over another dialog. */
function hasOpenDialog(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"]') !== null;
}

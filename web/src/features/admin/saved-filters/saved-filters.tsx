import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { SavedFiltersProps } from './saved-filters-dialog';

// Loaded on demand (UI-21).
const SavedFiltersDialog = lazy(async () => ({
  default: (await import('./saved-filters-dialog')).SavedFiltersDialog,
}));

/** A button that opens the filters that the admin saved for a list (ADM-36). */
export function SavedFilters(props: SavedFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="md:min-h-11" onClick={() => setIsOpen(true)}>
        <Bookmark aria-hidden="true" className="size-4" />
        Saved Filters
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <SavedFiltersDialog {...props} onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  );
}

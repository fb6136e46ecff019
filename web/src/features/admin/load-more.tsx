import { Button } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import type { PagedList } from '@/lib/list/use-paged-list';

type LoadMoreProps = {
  list: Pick<PagedList<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'>;
  label?: string;
  size?: 'sm' | 'md';
  className?: string;
};

/** A button that loads the next page, if there is one. */
export function LoadMore({ list, label = 'Load more', size = 'md', className }: LoadMoreProps) {
  if (!list.hasMore) return null;
  return (
    <div className={cn('flex justify-center', className)}>
      <Button variant="secondary" size={size} isBusy={list.isLoadingMore} onClick={list.loadMore}>
        {label}
      </Button>
    </div>
  );
}

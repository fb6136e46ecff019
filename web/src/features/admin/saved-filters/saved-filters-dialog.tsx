import { Trash2 } from 'lucide-react';
import { MAX_FILTER_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { Button, IconButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { errorMessage } from '@/lib/api/api-error';
import type { SavedFilter } from '@/lib/api/types';
import type { FilteredList } from '@/lib/api/types';
import { errorIfBlank } from '@/lib/forms';
import { humanize } from '@/lib/format';
import { useForm } from '@/lib/use-form';
import { useAdminFailure } from '../use-admin-failure';
import { useDeleteSavedFilter, useSavedFilters, useSaveFilter } from './queries/use-saved-filters';

export type SavedFiltersProps = {
  list: FilteredList;
  /** The current filters and sort order, without empty ones. */
  current: Readonly<Record<string, string>>;
  /** Replaces all filters of the list. */
  onApply: (filters: Readonly<Record<string, string>>) => void;
};

/** Shows the admin's saved filters for a list. Each can be applied or deleted. A form saves the current filters. */
export function SavedFiltersDialog(props: SavedFiltersProps & { onClose: () => void }) {
  const { list, current, onApply, onClose } = props;
  const saved = useSavedFilters(list);
  const apply = ({ filters }: SavedFilter) => {
    onApply(Object.fromEntries(new URLSearchParams(filters)));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Saved Filters" description="Only you can see these.">
      {saved.isPending ? <Skeleton className="h-24" /> : null}
      {saved.isError ? (
        <ErrorState title="We couldn't load your saved filters." onRetry={() => void saved.refetch()} />
      ) : null}
      {saved.data?.length === 0 ? <p className="text-sm text-ink-3">No saved filters yet.</p> : null}
      {saved.data && saved.data.length > 0 ? (
        <ul className="divide-y divide-rule rounded-md border border-rule">
          {saved.data.map((filter) => (
            <SavedRow key={filter.id} filter={filter} onApply={() => apply(filter)} />
          ))}
        </ul>
      ) : null}
      <div className="mt-5 border-t border-rule pt-5">
        {Object.keys(current).length > 0 ? (
          <SaveForm list={list} current={current} />
        ) : (
          <p className="text-sm text-ink-3">To save a filter, set one in the list first.</p>
        )}
      </div>
    </Dialog>
  );
}

function SavedRow({ filter, onApply }: { filter: SavedFilter; onApply: () => void }) {
  const remove = useDeleteSavedFilter();
  const fail = useAdminFailure();
  const onDelete = () =>
    remove.mutate(filter.id, {
      onError: (error) => fail(error, errorMessage(error, 'Failed to delete the filter')),
    });
  return (
    <li className="flex items-center gap-1 pr-1">
      <button
        type="button"
        onClick={onApply}
        className="min-w-0 flex-1 px-4 py-2.5 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="block truncate font-[550]">{filter.name}</span>
        <span className="block truncate text-ink-3">{describe(filter.filters)}</span>
      </button>
      <IconButton label={`Delete ${filter.name}`} disabled={remove.isPending} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** What the API calls these choices, and what the lists call them. */
const WORDS: Partial<Record<string, string>> = { open: 'undecided', true: 'yes', false: 'no' };

/** `Status: pending, Sort: oldest`. */
function describe(filters: string): string {
  return [...new URLSearchParams(filters)]
    .map(([name, value]) => `${wordsOf(name)}: ${name === 'search' ? value : (WORDS[value] ?? value)}`)
    .join(', ');
}

/** `kycStatus` → `KYC status`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return humanize(words).replace(/^Kyc\b/, 'KYC');
}

const validate = ({ name }: { name: string }) => ({ name: errorIfBlank(name, 'Please enter a name') });

function SaveForm({ list, current }: Pick<SavedFiltersProps, 'list' | 'current'>) {
  const save = useSaveFilter();
  const fail = useAdminFailure();
  const form = useForm({ name: '' }, validate);
  const filters = new URLSearchParams(current).toString();
  const onSave = ({ name }: { name: string }) =>
    save.mutate(
      { list, name: name.trim(), filters },
      {
        onSuccess: () => form.reset(),
        onError: (error) => fail(error, errorMessage(error, 'Failed to save the filter')),
      },
    );
  return (
    <form noValidate onSubmit={form.submit(onSave)}>
      <Field label="Name this filter" hint={describe(filters)} error={form.errors.name}>
        {(control) => (
          <div className="flex gap-2">
            <div className="min-w-0 flex-1">
              <Input
                {...control}
                {...form.bind('name')}
                maxLength={MAX_FILTER_NAME_LENGTH}
                autoComplete="off"
              />
            </div>
            <Button type="submit" isBusy={save.isPending}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

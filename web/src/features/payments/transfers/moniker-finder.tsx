import { useEffect, useRef } from 'react';
import { HANDLE_NAME, HANDLE_WORD } from '@moniker/common/brand.js';
import { HANDLE_PATTERN, HANDLE_RULE, normalizeHandle } from '@moniker/common/handle.js';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { errorFlags, errorMessage } from '@/lib/api/api-error';
import { useForm } from '@/lib/use-form';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { useFindRecipient } from './queries/use-find-recipient';
import type { FoundRecipient } from './recipients';

const validate = ({ moniker }: { moniker: string }) => ({
  moniker: HANDLE_PATTERN.test(moniker)
    ? undefined
    : moniker === ''
      ? `Enter a $${HANDLE_WORD}`
      : HANDLE_RULE,
});

type MonikerFinderProps = {
  onFound: (found: FoundRecipient) => void;
  /** Texts by error code, in place of the server's, which are about paying. */
  texts?: Readonly<Record<string, string>>;
};

/** Finds a customer by their whole moniker (TRF-100). */
export function MonikerFinder({ onFound, texts = {} }: MonikerFinderProps) {
  const element = useRef<HTMLFormElement>(null);
  const find = useFindRecipient();
  useEffect(() => {
    if (!find.isPending) element.current?.querySelector('input')?.focus();
  }, [find.isPending]);
  const expire = useSessionExpiry();
  const form = useForm({ moniker: '' }, validate);
  const send = ({ moniker }: { moniker: string }) =>
    find.mutate(moniker, {
      onSuccess: onFound,
      onError: (error) => {
        if (expire(error)) return;
        const text = texts[errorFlags(error).code ?? ''];
        form.setServerError('moniker', text ?? errorMessage(error, 'The search failed. Please try again.'));
      },
    });
  return (
    <form ref={element} noValidate onSubmit={form.submit(send)} className="mt-4 flex max-w-md flex-col gap-3">
      <Field label={HANDLE_NAME} error={form.errors.moniker} hint={`Their exact $${HANDLE_WORD}.`}>
        {(control) => (
          <div className="relative">
            <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-ink-3">
              $
            </span>
            <Input
              {...control}
              {...form.bind('moniker', normalizeHandle)}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              className="pl-7"
            />
          </div>
        )}
      </Field>
      <Button type="submit" isBusy={find.isPending} className="self-start">
        Find
      </Button>
    </form>
  );
}

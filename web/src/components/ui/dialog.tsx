import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { iconButtonClass } from './button';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  width?: 'md' | 'lg';
  children: ReactNode;
};

/** A modal sheet: centred on desks, at the foot of the screen on phones. Focus stays inside it. */
export function Dialog({ isOpen, onClose, title, description, width = 'md', children }: DialogProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-fade fixed inset-0 z-40 bg-overlay" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'animate-rise fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg border border-rule bg-sheet',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-4rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg',
            width === 'lg' ? 'sm:max-w-2xl' : 'sm:max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b border-rule px-4 py-3 sm:px-6 sm:py-4">
            <div className="min-w-0 pt-1.5">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description ? (
                <Primitive.Description className="mt-0.5 text-sm text-ink-3">
                  {description}
                </Primitive.Description>
              ) : null}
            </div>
            <Primitive.Close className={cn(iconButtonClass, '-mr-2')} aria-label="Close">
              <X aria-hidden="true" />
            </Primitive.Close>
          </div>
          <div className="overflow-y-auto overscroll-contain px-4 py-4 sm:px-6 sm:py-5">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The row of buttons that ends a dialog's form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}

import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** A bordered section without a shadow. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cn('rounded-lg border border-rule bg-sheet', className)} />;
}

type CardHeaderProps = {
  title: ReactNode;
  titleId?: string;
  description?: ReactNode;
  action?: ReactNode;
};

export function CardHeader({ title, titleId, description, action }: CardHeaderProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-6 sm:pt-5',
        description ? 'items-start' : 'items-center',
      )}
    >
      <div className="min-w-0 flex-1 basis-40">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {description ? <p className="mt-0.5 text-sm text-ink-3">{description}</p> : null}
      </div>
      {action}
    </div>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('px-4 py-4 sm:px-6 sm:py-5', className)} />;
}

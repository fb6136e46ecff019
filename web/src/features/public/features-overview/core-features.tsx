import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CORE_FEATURES } from './texts';

/** Four core features. “Show Demo” only shows a note that a demo is coming soon (UI-5). */
export function CoreFeatures() {
  return (
    <section aria-labelledby="core-title" className="border-t border-rule">
      <div className="page py-16">
        <h2 id="core-title" className="display text-3xl">
          Core features
        </h2>
        <div className="mt-8 grid gap-px overflow-hidden rounded-lg border border-rule bg-rule sm:grid-cols-2">
          {CORE_FEATURES.map((feature) => (
            <CoreFeature key={feature.title} {...feature} />
          ))}
        </div>
      </div>
    </section>
  );
}

function CoreFeature({ title, text, Icon }: (typeof CORE_FEATURES)[number]) {
  const [isOpen, setIsOpen] = useState(false);
  const demoId = useId();
  return (
    <article className="flex flex-col items-start bg-sheet p-6 sm:p-8">
      <Icon aria-hidden="true" className="size-6 text-accent" strokeWidth={1.5} />
      <h3 className="mt-4 text-lg font-semibold">{title}</h3>
      <p className="mt-1 mb-5 text-ink-2">{text}</p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-auto"
        aria-expanded={isOpen}
        aria-controls={demoId}
        aria-label={`${isOpen ? 'Hide Demo' : 'Show Demo'}: ${title}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide Demo' : 'Show Demo'}
      </Button>
      <p
        id={demoId}
        hidden={!isOpen}
        className="animate-fade mt-4 w-full rounded-md border border-dashed border-rule-strong px-4 py-6 text-center text-sm text-ink-2"
      >
        Interactive Demo Coming Soon
      </p>
    </article>
  );
}

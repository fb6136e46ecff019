import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Card, CardBody } from '@/components/ui/card';

export function ApplicationSubmitted() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="animate-fade">
      <CardBody className="py-10! text-center">
        <span className="mx-auto flex size-12 items-center justify-center rounded-full border border-accent text-accent">
          <Check aria-hidden="true" className="size-6" />
        </span>
        <h2 ref={heading} tabIndex={-1} className="display mt-4 text-2xl outline-none">
          Application Submitted
        </h2>
        <p className="mt-2 text-ink-2">We'll review it within 24 hours. Taking you to your dashboard...</p>
      </CardBody>
    </Card>
  );
}

import { Component, type ReactNode } from 'react';
import { SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { buttonClass } from '@/components/ui/button';

/**
 * Renders its children, or the fallback if rendering them fails, for example because a lazy chunk is missing after a
 * new release.
 */
export class Boundary extends Component<
  { children: ReactNode; fallback: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Shows a plain page if rendering the app fails. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary fallback={<BankFailed />}>{children}</Boundary>;
}

function BankFailed() {
  return (
    <main className="page py-24">
      <h1 className="display text-3xl">We couldn't show this page</h1>
      <p className="mt-3 max-w-prose text-ink-2">
        If you were sending something, check that it went through before you send it again. Reload the page.
        If this keeps happening, write to <span translate="no">{SUPPORT_EMAIL}</span>.
      </p>
      <button type="button" className={`${buttonClass()} mt-6`} onClick={() => window.location.reload()}>
        Reload
      </button>
    </main>
  );
}

import type { ReactNode } from 'react';

const EXACT = /^(\$\w+|\S*\d\S*)$/;

/** `no` for a value that is only a number, code, id or moniker: translation tools must not touch it (UI-51). */
export function translateAttribute(value: ReactNode): 'no' | undefined {
  return typeof value === 'number' || (typeof value === 'string' && EXACT.test(value)) ? 'no' : undefined;
}

/** A number, code, id or moniker inside other text. Translation tools leave it as it is (UI-51). */
export function Exact({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span translate="no" className={className}>
      {children}
    </span>
  );
}

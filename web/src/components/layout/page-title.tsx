import { BRAND } from '@moniker/common/brand.js';

/** Sets the document title. */
export function PageTitle({ children }: { children?: string }) {
  return (
    <title>{children ? `${children} · ${BRAND}` : `${BRAND} · Digital banking, exact to the cent`}</title>
  );
}

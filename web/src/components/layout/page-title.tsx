import { BRAND_NAME } from '@/lib/constants';

/** Sets the document title. */
export function PageTitle({ children }: { children?: string }) {
  return (
    <title>
      {children ? `${children} · ${BRAND_NAME}` : `${BRAND_NAME} · Digital banking, exact to the cent`}
    </title>
  );
}

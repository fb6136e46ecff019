import { Download } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { api } from '@/lib/api/client';
import { useFailure } from '@/lib/use-failure';
import { buttonClass } from './button';

/**
 * A link that downloads an export. The API may first require the user to confirm their identity (AUTH-56). A download
 * cannot show the dialog for this. So a click first sends another request, which shows the dialog if necessary, and
 * then starts the download.
 */
export function ExportLink({ href, children }: { href: string; children: ReactNode }) {
  const fail = useFailure();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    download(href).catch((error: unknown) => fail(error, 'Failed to export'));
  };
  return (
    <a href={href} download onClick={handleClick} className={buttonClass({ variant: 'secondary' })}>
      <Download aria-hidden="true" className="size-4" />
      {children}
    </a>
  );
}

async function download(href: string): Promise<void> {
  await api.GET('/api/auth/confirm');
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

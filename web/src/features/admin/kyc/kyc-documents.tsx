import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { AdminKyc } from '@/lib/api/types';
import { KYC_DOCUMENTS } from './document-names';
import { DocumentViewer } from './document-viewer';

/** The uploaded documents. Each is loaded only when opened, because every view is recorded. */
export function KycDocuments({ kyc }: { kyc: AdminKyc }) {
  const [open, setOpen] = useState<{ name: string; path: string } | null>(null);
  const isBusiness = kyc.accountType === 'business';
  const shown = KYC_DOCUMENTS.filter(({ field }) => isBusiness || field.startsWith('driving') || kyc[field]);
  return (
    <section aria-label="Documents" className="mt-6">
      <h3 className="caption border-b border-rule-strong pb-2">Documents</h3>
      <ul className="divide-y divide-rule">
        {shown.map(({ field, name }) => {
          const path = kyc[field];
          return (
            <li key={field} className="flex min-h-12 items-center justify-between gap-4 py-1.5 text-sm">
              <span className="flex min-w-0 items-center gap-2.5">
                <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
                {name}
              </span>
              {path ? (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`View ${name}`}
                  onClick={() => setOpen({ name, path })}
                >
                  View
                </Button>
              ) : (
                <span className="text-ink-3">Not uploaded</span>
              )}
            </li>
          );
        })}
      </ul>
      {open ? <DocumentViewer {...open} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

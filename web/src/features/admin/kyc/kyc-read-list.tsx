import { DOCUMENTS } from '@moniker/common/applications.js';
import { BankTime } from '@/components/time/bank-time';
import { Skeleton } from '@/components/ui/skeleton';
import type { ResponseBody } from '@/lib/api/types';
import { useKycReads } from './queries/use-kyc-reads';

/** Who viewed the SSN and the documents, and when, as recorded in the ledger. */
export function KycReadList({ id }: { id: string }) {
  const { data, isError } = useKycReads(id);
  return (
    <section aria-label="Access log" className="mt-6 text-sm">
      <h3 className="caption border-b border-rule-strong pb-2">Access log</h3>
      {data?.length === 0 ? (
        <p className="py-3 text-ink-3">No admin has viewed the SSN or a document.</p>
      ) : null}
      {isError && !data ? <p className="py-3 text-danger">We couldn't load the access log.</p> : null}
      {!data && !isError ? <Skeleton className="mt-3 h-5" /> : null}
      {data && data.length > 0 ? (
        <ul className="max-h-48 divide-y divide-rule overflow-y-auto">
          {data.map((read) => (
            <li key={read.position} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span>
                <span className="font-[550]">{read.by ?? 'A former admin'}</span>{' '}
                <span className="text-ink-3">viewed</span> {readLabel(read.what)}
              </span>
              <BankTime value={read.at} className="text-ink-3" />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function readLabel(what: ResponseBody<'/api/admin/kyc/{id}/reads', 'get'>[number]['what']): string {
  if (what === 'replacedDocument') return 'a document that has since been replaced';
  return what === 'ssn' ? 'the Social Security number' : `“${DOCUMENTS[what].name}”`;
}

import { CopyButton } from '@/components/ui/copy-button';

/** The payload, indented for display. The copy button copies the stored text unchanged. */
export function EventPayload({ payload }: { payload: string }) {
  return (
    <section aria-labelledby="payload-title">
      <div className="flex items-center justify-between gap-2">
        <h3 id="payload-title" className="text-sm font-semibold">
          Payload
        </h3>
        <CopyButton label="payload" value={payload} />
      </div>
      <pre
        translate="no"
        tabIndex={0}
        aria-labelledby="payload-title"
        className="mt-1 max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2.5 font-mono text-xs leading-5"
      >
        {indented(payload)}
      </pre>
    </section>
  );
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
